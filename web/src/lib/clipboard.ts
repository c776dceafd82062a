/** Copying, also on pages that came without https, as in a home network: they have no clipboard of their own. */

export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.value = text;
  // Beside an open window nothing can be selected.
  const place = document.querySelector("dialog[open]") ?? document.body;
  const before = document.activeElement;
  place.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
}
