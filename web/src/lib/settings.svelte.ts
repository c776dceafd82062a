/** How the page looks and asks; kept in this browser and applied at once. */
import { storedSettings, storeSettings, type Settings } from "./memory";

export const settings: Settings = $state(storedSettings());

export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.mono) root.dataset.mono = "";
  else delete root.dataset.mono;
  storeSettings($state.snapshot(settings));
}
