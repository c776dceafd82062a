import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Once } from "./once";

let asked: string[];
let answers: (() => Response)[];

const seated = () => Response.json({ seat: 1 });
const refused = (code: string) => () => Response.json({ code, message: code }, { status: 503 });
const unreachable = () => {
  throw new TypeError("network");
};

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("fetch", async (_: string, options: { body: string }) => {
    asked.push((JSON.parse(options.body) as { request: string }).request);
    return answers.shift()!();
  });
});

afterEach(() => {
  vi.useRealTimers();
});

async function posted(once: Once): Promise<unknown> {
  const answer = once.post("/api/tables/a/join", { name: "Ben" }).catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  return answer;
}

test("what was not answered is asked again with the same number", async () => {
  answers = [unreachable, refused("in-doubt"), seated];
  expect(await posted(new Once())).toEqual({ seat: 1 });
  expect(asked).toHaveLength(3);
  expect(new Set(asked).size).toBe(1);
  expect(asked[0]).toMatch(/^[0-9a-f]{32}$/);
});

test("what was refused is not asked again by itself", async () => {
  answers = [refused("no-seat")];
  expect(await posted(new Once())).toBe("no-seat");
});

test("whoever tries again after a long outage is still known", async () => {
  const once = new Once();
  answers = [unreachable, unreachable, unreachable, unreachable];
  expect(await posted(once)).toBe("The server cannot be reached.");
  answers = [seated];
  expect(await posted(once)).toEqual({ seat: 1 });
  expect(new Set(asked).size).toBe(1);
});

test("the next request has another number", async () => {
  const once = new Once();
  answers = [seated, seated];
  await posted(once);
  await posted(once);
  expect(new Set(asked).size).toBe(2);
});
