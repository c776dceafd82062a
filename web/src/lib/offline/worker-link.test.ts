import { beforeEach, expect, test, vi } from "vitest";
import { WorkerLink } from "./worker-link";
import type { StartOptions } from "./start-python";
import type { FromWorker, Question } from "./worker-messages";

/** A worker that only hears; the test says what it answers. */
class SilentWorker {
  heard: { type: string; id?: number }[] = [];
  isTerminated = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;

  postMessage(message: { type: string; id?: number }): void {
    this.heard.push(message);
  }

  say(message: FromWorker): void {
    this.onmessage?.({ data: message });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const OPTIONS = { base: "/", version: "1", files: [] } as unknown as StartOptions;
const QUESTION: Question = { type: "think", job: "{}", language: "en" };
const settled = () => new Promise((resolve) => setTimeout(resolve));

let workers: SilentWorker[];
/** Who waits for the death of the latest worker. */
let onDeath: () => void;

beforeEach(() => {
  workers = [];
  vi.stubGlobal("navigator", {
    locks: {
      request: (_lock: string, _options: object, then: () => void) => {
        onDeath = then;
        return Promise.resolve();
      },
    },
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

function linked(options: () => Promise<StartOptions> = () => Promise.resolve(OPTIONS), ondeath?: () => void): WorkerLink {
  const make = () => workers[workers.push(new SilentWorker()) - 1] as unknown as Worker;
  return new WorkerLink(make, options, ondeath && { ondeath });
}

test("what is asked before the options are there follows them, in order", async () => {
  const link = linked();
  const asked = link.ask(QUESTION);
  link.tell({ type: "disconnect", socket: 3 });
  expect(workers[0]?.heard).toEqual([]);
  await settled();
  expect(workers[0]?.heard.map(({ type }) => type)).toEqual(["start", "think", "disconnect"]);
  workers[0]?.say({ type: "answer", id: 1, status: 200, text: "a" });
  expect((await asked).text).toBe("a");
});

test("the next worker is asked what the dead one did not answer", async () => {
  const deaths = vi.fn();
  const link = linked(undefined, deaths);
  const first = link.ask(QUESTION);
  const second = link.ask(QUESTION);
  await settled();
  workers[0]?.say({ type: "living" });
  workers[0]?.say({ type: "answer", id: 1, status: 200, text: "a" });
  onDeath();
  await settled();
  expect(deaths).toHaveBeenCalledOnce();
  expect(workers[1]?.heard.map(({ type, id }) => [type, id])).toEqual([["start", undefined], ["think", 2]]);
  workers[0]?.say({ type: "answer", id: 2, status: 200, text: "of the dead" });
  workers[1]?.say({ type: "answer", id: 2, status: 200, text: "b" });
  expect([(await first).text, (await second).text]).toEqual(["a", "b"]);
});

test("a worker that dies again and again is given up, and the next question starts anew", async () => {
  const link = linked();
  const asked = link.ask(QUESTION);
  const failed = expect(asked).rejects.toThrow("again and again");
  for (let death = 0; death < 5; death++) {
    await settled();
    workers.at(-1)?.say({ type: "living" });
    onDeath();
  }
  await failed;
  expect(workers).toHaveLength(5);
  void link.ask(QUESTION);
  expect(workers).toHaveLength(6);
});

test("a worker that has shown a view in between is started however often it dies", async () => {
  const link = linked();
  link.start();
  await settled();
  for (let deaths = 0; deaths < 10; deaths++) {
    workers.at(-1)?.say({ type: "living" });
    workers.at(-1)?.say({ type: "message", socket: 1, text: "{}" });
    onDeath();
    await settled();
  }
  expect(workers).toHaveLength(11);
  expect(workers.at(-1)?.isTerminated).toBe(false);
});

test("whoever waits is told that nothing can be loaded", async () => {
  let isThere = false;
  const link = linked(() => (isThere ? Promise.resolve(OPTIONS) : Promise.reject(new Error("offline"))));
  await expect(link.ask(QUESTION)).rejects.toThrow("offline");
  expect(workers[0]?.isTerminated).toBe(true);
  isThere = true;
  void link.ask(QUESTION);
  await settled();
  expect(workers[1]?.heard.map(({ type }) => type)).toEqual(["start", "think"]);
});

test("an aborted question is rejected, also one that was aborted before", async () => {
  const link = linked();
  const stop = new AbortController();
  const asked = link.ask(QUESTION, stop.signal);
  stop.abort();
  await expect(asked).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  await expect(link.ask(QUESTION, stop.signal)).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
});
