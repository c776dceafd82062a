/** The preview of a move in words. All numbers come from the server. */
import type { CityMap } from "../lib/city-maps";
import { t } from "../lib/language.svelte";
import { signed } from "../lib/number-format";
import type { Preview } from "../lib/view";

type Pair = readonly [number, number];

const ARROW = "\u2192";

/** `+5`. */
export function previewTotal(preview: Preview): string {
  return signed(preview.total);
}

/** What grows, in a few words each: `districts 3 -> 4`, `interchanges +2`. */
export function previewChanges(map: Pick<CityMap, "river">, preview: Preview, before: readonly Pair[]): string[] {
  const after: readonly Pair[] = (preview.parts ?? []) as unknown as readonly Pair[];
  const items = Object.entries(preview.items ?? {}).map(([item, change]) => `${itemName(map, item)} ${signed(change)}`);
  return [...factorChanges(before, after), ...items];
}

function factorChanges(before: readonly Pair[], after: readonly Pair[]): string[] {
  const joined = after[0];
  if (before.length > after.length && joined) return [t("one line: {districts} × {most}", { districts: joined[0], most: joined[1] })];
  // A line that has just begun stands before or behind the other one, which has not changed.
  const begun = after.length === before.length ? -1 : after.findIndex((pair) => !before.some((other) => isSame(other, pair)));
  const old: readonly Pair[] = begun < 0 ? before : before.toSpliced(begun, 0, [0, 0]);
  const pairs = after.map((pair, place): [Pair, Pair] => [old[place] ?? [0, 0], pair]);
  return pairs.flatMap(([was, is]) => [
    ...(was[0] === is[0] ? [] : [`${t("districts")} ${was[0]} ${ARROW} ${is[0]}`]),
    ...(was[1] === is[1] ? [] : [`${t("stations in one district")} ${was[1]} ${ARROW} ${is[1]}`]),
  ]);
}

function isSame(a: Pair, b: Pair): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function itemName(map: Pick<CityMap, "river">, item: string): string {
  if (item === "river") return t("under the {river}", { river: t(map.river) });
  if (item === "link") return t("lines joined");
  if (item === "monuments") return t("monument");
  return t(item);
}
