import { afterEach, expect, test } from "vitest";
import { deviceSeats, forgetDeviceSeats, forgetOtherDeviceSeats, nextAtDevice, storeDeviceSeats } from "./device-seats";

const ANN = { seat: 0, name: "Ann", token: "a" };
const BEN = { seat: 1, name: "Ben", token: "b" };
const CLEO = { seat: 3, name: "Cleo", token: "c" };
/** Seat 2 is a bot's. */
function seats(...ready: boolean[]) {
  return ready.map((each, number) => ({ ready: each, bot: number === 2 ? "greedy" : null }));
}

afterEach(() => forgetOtherDeviceSeats([]));

test("a table that is forgotten has no seats at this device", () => {
  storeDeviceSeats("k7", [ANN, BEN]);
  expect(deviceSeats("k7")).toEqual([ANN, BEN]);
  forgetDeviceSeats("k7");
  expect(deviceSeats("k7")).toEqual([]);
});

test("only the seats of games that go on are kept", () => {
  storeDeviceSeats("k7", [ANN, BEN]);
  storeDeviceSeats("k8", [ANN, BEN]);
  forgetOtherDeviceSeats(["k8", "k9"]);
  expect([deviceSeats("k7"), deviceSeats("k8").length]).toEqual([[], 2]);
});

test("the holder plays on until they are done, then the device goes round", () => {
  const all = [ANN, BEN, CLEO];
  expect(nextAtDevice(all, seats(false, false, false, false), 1)).toEqual(BEN);
  expect(nextAtDevice(all, seats(false, true, false, false), 1)).toEqual(CLEO);
  expect(nextAtDevice(all, seats(false, true, false, true), 3)).toEqual(ANN);
});

test("nobody takes the device while only a bot has to play", () => {
  expect(nextAtDevice([ANN, BEN, CLEO], seats(true, true, false, true), 0)).toBeNull();
});

test("a seat that a bot plays for its owner is passed over", () => {
  const [ann, ben] = seats(true, false);
  expect(nextAtDevice([ANN, BEN], [ann!, { ...ben!, bot: "greedy" }], 0)).toBeNull();
});
