import { expect, test } from "vitest";
import { commitmentOf, hashChain, newPromise, promiseAccepted, revealFor, verifyPromises } from "./commit-reveal";
import type { View } from "./view";

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const OTHER = "11".repeat(32);

type Promised = NonNullable<View["promised"]>;
type Fair = NonNullable<View["fair"]>;

/** A view of seat 0 at a full table; seat 1 has promised OTHER, seat 2 has added a salt without a promise. */
function view(promise: string, more: Partial<Promised> = {}): View {
  const promised = { promises: [promise, hashChain(OTHER, 1), ""], salts: ["", "", "5a17"], attempt: 1, waiting_for: [0, 1], ...more };
  return { table: "k7", you: 0, commitment: commitmentOf(SEED), promised } as unknown as View;
}

function revealed(seen: View): { salt: string; attempt: number } {
  const answer = revealFor(seen);
  if (!answer || typeof answer === "string") throw new Error(String(answer));
  return answer;
}

/** What the view says after the game if everybody is honest. */
function fair(seen: View, salt: string): Fair {
  const { promises, attempt } = seen.promised!;
  return { table: "k7", seed: SEED, commitment: seen.commitment, promises, attempt, salts: [salt, OTHER, "5a17"] };
}

test("the hashes are those of the server", () => {
  expect(hashChain("00".repeat(32), 1)).toBe("98b7daf2a7a3d3ce4592befb0314118bdd3d46ba0dda5f710261f08964e679ca");
  expect(commitmentOf(SEED)).toBe("08ba88d274f2d339505daf42d0249250b79ff4e3206663878888cc6d02684753");
});

test("every seat promises another salt", () => {
  expect(newPromise()).not.toBe(newPromise());
});

test("a salt is revealed only when the table waits for it", () => {
  const promise = newPromise();
  expect(revealFor(view(promise, { waiting_for: [] }))).toBeNull();
  expect(revealFor(view(promise, { waiting_for: [1] }))).toBeNull();
  const { salt, attempt } = revealed(view(promise));
  expect(hashChain(salt, attempt)).toBe(promise);
});

test("it may be revealed again for the same promises, and for no others", () => {
  const promise = newPromise();
  const first = revealed(view(promise));
  expect(revealFor(view(promise))).toEqual(first);
  expect(revealFor(view(promise, { promises: [promise, "22".repeat(32), ""] }))).toBe("changed");
  expect(revealFor(view(promise, { salts: ["", "", "5a18"] }))).toBe("changed");
  expect(revealFor({ ...view(promise), commitment: OTHER })).toBe("changed");
});

test("at the next attempt another salt is revealed, and then no older one", () => {
  const promise = newPromise();
  const first = revealed(view(promise));
  const third = revealed(view(promise, { attempt: 3, promises: [promise, OTHER, ""] }));
  expect(hashChain(third.salt, 2)).toBe(first.salt);
  expect(revealFor(view(promise, { attempt: 2 }))).toBe("changed");
  expect(revealFor(view(promise))).toBe("changed");
});

test("a salt that another browser has promised is lost here", () => {
  expect(revealFor(view("33".repeat(32)))).toBe("lost");
  expect(revealFor(view(newPromise(), { attempt: 101 }))).toBe("lost");
});

test("promises that were kept are told from those that were not", () => {
  const seen = view(newPromise());
  const { salt } = revealed(seen);
  const honest = fair(seen, salt);
  expect(verifyPromises(honest, 0)).toBe("kept");
  expect(verifyPromises({ ...honest, seed: OTHER, commitment: commitmentOf(OTHER) }, 0)).toBe("seed");
  expect(verifyPromises({ ...honest, seed: OTHER }, 0)).toBe("seed");
  expect(verifyPromises({ ...honest, table: "k8" }, 0)).toBe("seed");
  expect(verifyPromises({ ...honest, salts: [OTHER, OTHER, "5a17"] }, 0)).toBe("own");
  expect(verifyPromises({ ...honest, salts: [salt, "22".repeat(32), "5a17"] }, 0)).toBe(1);
  const other = "22".repeat(32);
  expect(verifyPromises({ ...honest, promises: [honest.promises[0]!, hashChain(other, 1), ""], salts: [salt, other, "5a17"] }, 0)).toBe(1);
  expect(verifyPromises({ ...honest, salts: [salt, OTHER, ""] }, 0)).toBe(2);
});

test("who shares the device of somebody who promised is told as much", () => {
  const seen = view(newPromise());
  const { salt } = revealed(seen);
  expect(verifyPromises(fair(seen, salt), 2)).toBe("kept");
  expect(verifyPromises({ ...fair(seen, salt), salts: [OTHER, OTHER, "5a17"] }, 2)).toBe("own");
});

test("a server that drops our promise is found out", () => {
  promiseAccepted("k5", newPromise());
  const forgotten = { ...fair(view(""), ""), table: "k5", promises: ["", "", ""] };
  expect(verifyPromises(forgotten, 0)).toBe("own");
  expect(verifyPromises({ ...forgotten, salts: ["", "", ""] }, 0)).toBe("own");
  expect(verifyPromises({ ...forgotten, promises: ["33".repeat(32), "", ""] }, 0)).toBe("own");
});

test("a browser that promised nothing cannot tell, and a game without salts says so", () => {
  const elsewhere = { ...fair(view("33".repeat(32)), OTHER), table: "k9" };
  expect(verifyPromises(elsewhere, 0)).toBe("unseen");
  expect(verifyPromises(elsewhere, null)).toBe("unseen");
  expect(verifyPromises({ ...elsewhere, salts: ["", "", ""], promises: ["", "", ""] }, 0)).toBe("none");
});
