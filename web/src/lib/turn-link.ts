/** Links to a turn of a game: `/review/k7#s0t12` is seat 0 and turn 12, both counted from 0. */

export interface SeatTurn {
  seat: number;
  turn: number;
}

export function parseTurnHash(hash: string): SeatTurn | null {
  const found = /^#s(\d+)t(\d+)$/.exec(hash);
  return found ? { seat: Number(found[1]), turn: Number(found[2]) } : null;
}

export function formatTurnHash({ seat, turn }: SeatTurn): string {
  return `#s${seat}t${turn}`;
}

/** Without a table the page shows the record that this tab has stored. */
export function turnLink(page: "review" | "analysis" | "replay", tableId: string, place: SeatTurn): string {
  const path = page === "replay" && tableId ? "r" : page;
  return `/${path}${tableId ? `/${tableId}` : ""}${formatTurnHash(place)}`;
}
