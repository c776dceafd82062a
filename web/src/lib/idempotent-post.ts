/** A POST that takes effect once, however often it has to be sent before its answer arrives. */
import { ApiError, call } from "./api";
import { randomHex } from "./hex";

const MAX_TRIES = 4;
const BACKOFF_MS = 600;
/** After these nobody knows whether the request took effect. */
const IN_DOUBT = new Set(["offline", "in-doubt"]);

export class IdempotentPost {
  /** The idempotency key. The server answers a repeated key with what it answered the first time, also much later. */
  #key = randomHex(16);

  async send<T>(path: string, body: object): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await call<T>("POST", path, { ...body, request: this.#key });
        this.#key = randomHex(16);
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError && IN_DOUBT.has(error.code)) || tries === MAX_TRIES) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, tries * BACKOFF_MS));
    }
  }
}
