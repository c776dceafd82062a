import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OpenedTable } from "./api";
import { deviceSeats, forgetOtherDeviceSeats } from "./device-seats";
import { joinFromDevice, rematchFromDevice } from "./device-table";

const ANN = { seat: 0, name: "Ann", token: "a" };
const BEN = { seat: 1, name: "Ben", token: "b" };
const CLEO = { seat: 3, name: "Cleo", token: "c" };

/** The requests that were made, and answers by the end of the path. */
let asked: [string, unknown][] = [];
beforeEach(() => {
  asked = [];
  vi.stubGlobal("document", { documentElement: { lang: "en" }, querySelector: () => null });
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    const { request: _, ...sent } = JSON.parse(body) as Record<string, unknown>;
    asked.push([path.replace("/api/tables/", ""), sent]);
    if (path.endsWith("join")) return Promise.resolve(Response.json({ seat: sent.name === "Ben" ? 1 : 3, token: sent.name === "Ben" ? "b" : "c" }));
    return Promise.resolve(Response.json({ table: "k8" }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetOtherDeviceSeats([]);
});

const OPENED = { table: "k7", seat: 0, token: "a", invite: "i" } as OpenedTable;

test("everybody at the device is seated, and the opener goes first", async () => {
  await joinFromDevice(OPENED, ["Ann", "Ben", "Cleo"]);
  expect(asked).toEqual([
    ["k7/enter", { token: "i" }],
    ["k7/join", { name: "Ben" }],
    ["k7/enter", { token: "i" }],
    ["k7/join", { name: "Cleo" }],
    ["k7/enter", { token: "a" }],
  ]);
  expect(deviceSeats("k7")).toEqual([ANN, BEN, CLEO]);
  expect(deviceSeats("k8")).toEqual([]);
});

test("a rematch keeps all at the device, and only the first promises a salt", async () => {
  await joinFromDevice(OPENED, ["Ann", "Ben"]);
  asked = [];
  expect(await rematchFromDevice("k7", deviceSeats("k7"), "p")).toBe("k8");
  expect(asked).toEqual([
    ["k7/enter", { token: "a" }],
    ["k7/rematch", { promise: "p" }],
    ["k7/enter", { token: "b" }],
    ["k7/rematch", {}],
    ["k8/enter", { token: "a" }],
  ]);
  expect(deviceSeats("k8")).toEqual([ANN, BEN]);
});
