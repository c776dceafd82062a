import { expect, test } from "vitest";
import type { Answer } from "../offline/worker-messages";
import { ThinkingQueue } from "./thinking-queue";

/** Jobs that are done when they are told to be. */
class Jobs {
  begun: string[] = [];
  #done = new Map<string, (answer: Answer) => void>();
  run = (name: string) => () => {
    this.begun.push(name);
    return new Promise<Answer>((done) => this.#done.set(name, done));
  };
  async finish(name: string): Promise<void> {
    this.#done.get(name)?.({ status: 200, text: name });
    for (let turns = 0; turns < 10; turns++) await Promise.resolve();
  }
}

test("one at a time, and a bot before a review", async () => {
  const queue = new ThinkingQueue();
  const jobs = new Jobs();
  const first = queue.add(jobs.run("first part"));
  void queue.add(jobs.run("second part"));
  void queue.add(jobs.run("bot"), { isUrgent: true });
  expect(jobs.begun).toEqual(["first part"]);
  await jobs.finish("first part");
  expect((await first).text).toBe("first part");
  expect(jobs.begun).toEqual(["first part", "bot"]);
  await jobs.finish("bot");
  expect(jobs.begun).toEqual(["first part", "bot", "second part"]);
});

test("what was aborted while it waited never begins", async () => {
  const queue = new ThinkingQueue();
  const jobs = new Jobs();
  const abort = new AbortController();
  void queue.add(jobs.run("bot"));
  const review = queue.add(jobs.run("review"), { signal: abort.signal });
  abort.abort();
  await expect(review).rejects.toThrow();
  await jobs.finish("bot");
  expect(jobs.begun).toEqual(["bot"]);
});

test("what was aborted before it was added is rejected", async () => {
  const jobs = new Jobs();
  await expect(new ThinkingQueue().add(jobs.run("review"), { signal: AbortSignal.abort() })).rejects.toThrow();
  expect(jobs.begun).toEqual([]);
});
