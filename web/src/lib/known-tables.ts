/** The tables this browser has opened or joined. Seat tokens are not here: they are in a cookie that no script can read. */
import { isLocalTable } from "./backend/backend";
import { readJson, readText, writeJson, writeText } from "./local-storage";

export interface KnownTable {
  id: string;
  city: string;
  at: number;
  invite?: string;
  watch?: string;
}

const MAX_TABLES = 12;

export function knownTables(): KnownTable[] {
  return readJson<KnownTable[]>("tables", []);
}

/** Games on this device are listed from where they are kept; here is only that there are any. */
export function markLocalGames(): void {
  writeText("games-here", "1");
}

export function hasLocalGames(): boolean {
  return readText("games-here") !== null;
}

export function rememberTable(table: KnownTable): void {
  if (isLocalTable(table.id)) markLocalGames();
  const old = knownTables().find((known) => known.id === table.id);
  const others = knownTables().filter((known) => known.id !== table.id);
  writeJson("tables", [{ ...old, ...table }, ...others].slice(0, MAX_TABLES));
}

export function forgetTable(id: string): void {
  writeJson(
    "tables",
    knownTables().filter((known) => known.id !== id),
  );
}

/** Without it, an invitation that is opened again would ask for a name again. */
export function markSeated(tableId: string): void {
  writeText(`seated-${tableId}`, "1");
}

export function isSeated(tableId: string): boolean {
  return readText(`seated-${tableId}`) !== null;
}
