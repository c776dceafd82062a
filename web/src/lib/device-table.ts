/** Opens a table for several people at one device, by the ordinary requests: a seat for each, one after the other. */
import { call, type OpenedTable } from "./api";
import { storeDeviceSeats, type DeviceSeat } from "./device-seats";
import { IdempotentPost } from "./idempotent-post";

/** Exchanges the cookie: from now on this browser plays that seat. */
export async function enterSeat(tableId: string, token: string): Promise<void> {
  await call("POST", `/api/tables/${tableId}/enter`, { token });
}

/** Seats everybody else at a table that was just opened; the opener goes first. */
export async function joinFromDevice({ table, seat, token, invite }: OpenedTable, [opener = "", ...others]: string[]): Promise<void> {
  const seats: DeviceSeat[] = [{ seat: seat ?? 0, name: opener, token: token ?? "" }];
  for (const name of others) {
    await enterSeat(table, invite);
    const joined = await new IdempotentPost().send<{ seat: number; token: string }>(`/api/tables/${table}/join`, { name });
    seats.push({ ...joined, name });
  }
  await enterSeat(table, token ?? "");
  storeDeviceSeats(table, seats);
}

/** Everybody at the device takes their seat at the next table; the promise of a salt is the first one's. */
export async function rematchFromDevice(tableId: string, seats: DeviceSeat[], promise: string): Promise<string> {
  let next = "";
  for (const [number, { token }] of seats.entries()) {
    await enterSeat(tableId, token);
    next = (await call<{ table: string }>("POST", `/api/tables/${tableId}/rematch`, number ? {} : { promise })).table;
  }
  await enterSeat(next, seats[0]?.token ?? "");
  storeDeviceSeats(next, seats);
  return next;
}
