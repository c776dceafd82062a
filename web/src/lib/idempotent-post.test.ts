import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IdempotentPost } from "./idempotent-post";

let keys: string[];
let answers: (() => Response)[];

const seated = () => Response.json({ seat: 1 });
const refused = (code: string) => () => Response.json({ code, message: code }, { status: 503 });
const unreachable = () => {
  throw new TypeError("network");
};

beforeEach(() => {
  keys = [];
  vi.useFakeTimers();
  vi.stubGlobal("document", { documentElement: { lang: "en" }, querySelector: () => null });
  vi.stubGlobal("fetch", async (_: string, options: { body: string }) => {
    keys.push((JSON.parse(options.body) as { request: string }).request);
    return answers.shift()!();
  });
});

afterEach(() => {
  vi.useRealTimers();
});

async function sent(post: IdempotentPost): Promise<unknown> {
  const answer = post.send("/api/tables/a/join", { name: "Ben" }).catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  return answer;
}

test("a request that was not answered is sent again with the same key", async () => {
  answers = [unreachable, refused("in-doubt"), seated];
  expect(await sent(new IdempotentPost())).toEqual({ seat: 1 });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test("a request that was refused is not sent again", async () => {
  answers = [refused("no-seat")];
  expect(await sent(new IdempotentPost())).toBe("no-seat");
});

test("a try after a long outage has the same key", async () => {
  const post = new IdempotentPost();
  answers = [unreachable, unreachable, unreachable, unreachable];
  expect(await sent(post)).toBe("The server cannot be reached.");
  answers = [seated];
  expect(await sent(post)).toEqual({ seat: 1 });
  expect(new Set(keys).size).toBe(1);
});

test("the next request has another key", async () => {
  const post = new IdempotentPost();
  answers = [seated, seated];
  await sent(post);
  await sent(post);
  expect(new Set(keys).size).toBe(2);
});
