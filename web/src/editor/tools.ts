/** The tools of the editor: what a tap or Enter does with a cell or a dotted line. */
import { N_ } from "../lib/language.svelte";
import * as drafts from "./draft";
import type { CityDraft } from "./draft";

export type Mode = "stations" | "districts" | "departures" | "sites" | "gates" | "river" | "lines";

export const MODES: Record<Mode, string> = {
  stations: N_("Stations"),
  districts: N_("Districts"),
  departures: N_("Departures"),
  sites: N_("Sites"),
  gates: N_("City Gates"),
  river: N_("River"),
  lines: N_("Dotted lines"),
};

export const MARK_NAMES: Record<string, string> = {
  S: N_("square"),
  T: N_("triangle"),
  P: N_("pentagon"),
  C: N_("circle"),
  "?": N_("any symbol"),
  M: N_("monument"),
  "#": N_("platform"),
  "+": N_("overhead crossing"),
  ".": N_("nothing"),
};

export interface Tool {
  mode: Mode;
  mark: string;
  letter: string;
  pencil: string;
  side: number;
}

export function isSectionMode(mode: Mode): boolean {
  return mode === "river" || mode === "lines";
}

/** What the tool makes of a cell. */
export function applied(draft: CityDraft, tool: Tool, cell: string): CityDraft {
  const mark = drafts.markAt(draft, cell);
  if (tool.mode === "stations") {
    if (mark !== tool.mark) return drafts.withMark(draft, cell, tool.mark);
    return mark === drafts.CROSSING ? drafts.withNextDirections(draft, cell) : draft;
  }
  if (tool.mode === "districts") return drafts.districtAt(draft, cell) === tool.letter ? draft : drafts.withDistrict(draft, [cell], tool.letter);
  if (!drafts.isStation(mark)) return draft;
  if (tool.mode === "departures") return drafts.withDeparture(draft, tool.pencil, tool.side, cell);
  if (tool.mode === "sites") return drafts.withSite(draft, cell);
  return tool.mode === "gates" ? drafts.withGate(draft, cell) : draft;
}

/** What the tool makes of a dotted line. */
export function appliedToSection(draft: CityDraft, mode: Mode, section: string): CityDraft {
  return mode === "river" ? drafts.withRiver(draft, section) : drafts.withRemoved(draft, section);
}

/** What a typed character makes of a cell: a symbol or a district; null if it means nothing there. */
export function typed(draft: CityDraft, mode: Mode, cell: string, key: string): CityDraft | null {
  if (mode === "districts") return /^[A-Za-z.]$/.test(key) ? drafts.withDistrict(draft, [cell], key) : null;
  if (mode !== "stations") return null;
  const mark = key.toUpperCase();
  if (mark !== drafts.NOTHING && !(drafts.MARKS as readonly string[]).includes(mark)) return null;
  return drafts.markAt(draft, cell) === mark ? draft : drafts.withMark(draft, cell, mark);
}
