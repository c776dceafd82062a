/** A request that happens once, however often it has to be sent until its answer arrives. */
import { call, Problem } from "./api";

const TRIES = 4;
const PAUSE = 600;
/** Nobody knows whether it has happened. */
const DOUBTFUL = new Set(["offline", "in-doubt"]);

export class Once {
  #number = newNumber();

  /** The server knows it by its number: asked again, also later, it answers what it did the first time. */
  async post<T>(path: string, body: object): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await call<T>("POST", path, { ...body, request: this.#number });
        this.#number = newNumber();
        return answer;
      } catch (error) {
        if (!(error instanceof Problem && DOUBTFUL.has(error.code)) || tries === TRIES) throw error;
      }
      await new Promise((done) => setTimeout(done, tries * PAUSE));
    }
  }
}

function newNumber(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
