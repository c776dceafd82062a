/**
 * Whether the rules lie open over a table, and at which section. The fragment of the address has it (`#rules=cards`): a
 * link can lead there, and going back closes them.
 */
import { ownAddress } from "./router.svelte";

const FRAGMENT = /^#rules(?:=([\w-]*))?$/;

const current = $state({ section: sectionIn(location.hash) });

/** The section that is shown, "" for the beginning, null while they are closed. */
export function openSection(): string | null {
  return current.section;
}

export function openRules(section = ""): void {
  const address = `${ownAddress()}#rules${section ? `=${section}` : ""}`;
  if (current.section === null) history.pushState({ isRules: true }, "", address);
  else history.replaceState(history.state, "", address);
  current.section = section;
}

export function closeRules(): void {
  if (current.section === null) return;
  current.section = null;
  if ((history.state as { isRules?: boolean } | null)?.isRules) history.back();
  else history.replaceState(null, "", ownAddress());
}

function sectionIn(hash: string): string | null {
  const match = FRAGMENT.exec(hash);
  return match ? (match[1] ?? "") : null;
}

window.addEventListener("popstate", () => (current.section = sectionIn(location.hash)));
