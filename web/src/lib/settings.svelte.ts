/** The player's settings, kept in this browser and applied at once. */
import { readJson, writeJson } from "./local-storage";

export interface Settings {
  theme: "system" | "light" | "dark";
  mono: boolean;
  confirm: boolean;
  notify: boolean;
  /** Whether reactions of others are shown. */
  reactions: boolean;
  sound: boolean;
  /** 0 to 1. */
  volume: number;
}

const DEFAULTS: Settings = { theme: "system", mono: false, confirm: true, notify: false, reactions: true, sound: false, volume: 0.5 };

export const settings: Settings = $state({ ...DEFAULTS, ...readJson<Partial<Settings>>("settings", {}) });

export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.mono) root.dataset.mono = "";
  else delete root.dataset.mono;
  writeJson("settings", $state.snapshot(settings));
}
