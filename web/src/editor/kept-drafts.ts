/** The cities that were edited at this device, the last one first. */
import { readJson, writeJson } from "../lib/local-storage";
import type { CityDraft } from "./draft";

export interface KeptDraft {
  id: string;
  draft: CityDraft;
}

const STORED = "city-drafts";
const MAX_KEPT = 8;

export function keptDrafts(): KeptDraft[] {
  return readJson<KeptDraft[]>(STORED, []);
}

export function newDraftId(): string {
  return Math.random().toString(36).slice(2, 10);
}

export function keepDraft(id: string, draft: CityDraft): void {
  writeJson(STORED, [{ id, draft }, ...keptDrafts().filter((kept) => kept.id !== id)].slice(0, MAX_KEPT));
}

export function forgetDraft(id: string): void {
  writeJson(STORED, keptDrafts().filter((kept) => kept.id !== id));
}
