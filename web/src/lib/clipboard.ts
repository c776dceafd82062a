/** Copying to the clipboard. Pages without https, as in a home network, have no Clipboard API. */

export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.value = text;
  // An open modal dialog makes everything outside it inert, so the field goes inside.
  const parent = document.querySelector("dialog[open]") ?? document.body;
  const focused = document.activeElement;
  parent.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
