/** Late seats, as the server tells them: whoever waits for one may let a bot play it. */
import type { TableConnection } from "../lib/table-connection.svelte";

/** Seats that we wait for, whose owners are late and not here. */
export function lateSeats({ view, seats }: Pick<TableConnection, "view" | "seats">): number[] {
  const you = view?.you ?? null;
  if (view?.phase !== "playing" || you === null || !seats[you]?.ready) return [];
  return (view.late ?? []).filter((number) => number !== you && seats[number] && !seats[number].ready && !seats[number].here);
}
