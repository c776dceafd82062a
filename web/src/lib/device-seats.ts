/**
 * Several people at one device: the seats that this browser plays in turns. A cookie holds one seat token per table, so
 * the others are kept here, and whoever takes the device enters with their own.
 */
import { readJson, removeText, storedKeys, writeJson } from "./local-storage";
import type { Seat } from "./view";

export interface DeviceSeat {
  seat: number;
  name: string;
  token: string;
}

const PREFIX = "device-seats-";
const key = (tableId: string) => PREFIX + tableId;

/** None at a table where everybody has a device of their own. */
export function deviceSeats(tableId: string): DeviceSeat[] {
  return readJson<DeviceSeat[]>(key(tableId), []);
}

export function storeDeviceSeats(tableId: string, seats: DeviceSeat[]): void {
  writeJson(key(tableId), seats);
}

export function forgetDeviceSeats(tableId: string): void {
  removeText(key(tableId));
}

/** Those of games that nobody here can go on with: their page was closed at the end. */
export function forgetOtherDeviceSeats(tableIds: string[]): void {
  for (const each of storedKeys(PREFIX)) if (!tableIds.includes(each.slice(PREFIX.length))) removeText(each);
}

/** Who plays next: the holder of the device until they are done, then the next of the others; null if all are done. */
export function nextAtDevice(atDevice: DeviceSeat[], seats: Pick<Seat, "ready" | "bot">[], holder: number): DeviceSeat | null {
  const first = Math.max(0, atDevice.findIndex(({ seat }) => seat === holder));
  const order = [...atDevice.slice(first), ...atDevice.slice(0, first)];
  return order.find(({ seat }) => seats[seat] && !seats[seat].ready && !seats[seat].bot) ?? null;
}
