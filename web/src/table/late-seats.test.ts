import { expect, test } from "vitest";
import type { TableConnection } from "../lib/table-connection.svelte";
import { lateSeats } from "./late-seats";

/** We sit at seat 0; `late`: as the server says. */
function connection(late: number[], ready: boolean[], here: boolean[], phase = "playing"): Pick<TableConnection, "view" | "seats"> {
  const seats = ready.map((each, number) => ({ ready: each, here: here[number] ?? true }));
  return { view: { phase, you: 0, late }, seats } as unknown as Pick<TableConnection, "view" | "seats">;
}

test("whoever waits for a late seat may help", () => {
  expect(lateSeats(connection([1], [true, false], [true, false]))).toEqual([1]);
});

test("nobody helps before they have played themselves, nor a seat that is done or back", () => {
  expect(lateSeats(connection([1], [false, false], [true, false]))).toEqual([]);
  expect(lateSeats(connection([1, 2], [true, true, false], [true, false, true]))).toEqual([]);
  expect(lateSeats(connection([0], [true, false], [true, false]))).toEqual([]);
  expect(lateSeats(connection([1], [true, false], [true, false], "over"))).toEqual([]);
});
