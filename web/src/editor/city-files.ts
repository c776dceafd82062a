/** City files as downloads and for the printer. */
import { backendFor } from "../lib/backend/backend";
import { accepted } from "../lib/api";
import { saveFile } from "../lib/download";

/** `Neu-Köln am Meer` -> `neu-koln-am-meer.toml`. */
export function fileName(city: string): string {
  const plain = city.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return `${plain.slice(0, 40) || "city"}.toml`;
}

export function saveCity(name: string, file: string): void {
  saveFile(new File([file], fileName(name), { type: "application/toml" }));
}

/** The blank sheet as SVG. */
export async function blankSheet(file: string): Promise<string> {
  const path = "/api/cities/sheet";
  const response = await (await backendFor(path)).request("POST", path, { file });
  return (await accepted(response)).text();
}

export async function saveBlankSheet(name: string, file: string): Promise<void> {
  saveFile(new File([await blankSheet(file)], fileName(name).replace(/toml$/, "svg"), { type: "image/svg+xml" }));
}

/** Opens the printer's dialog with the blank sheet alone; EditorPage's style sheet hides the rest. */
export async function printBlankSheet(file: string): Promise<void> {
  const image = new Image();
  image.className = "print-sheet";
  image.src = URL.createObjectURL(new Blob([await blankSheet(file)], { type: "image/svg+xml" }));
  await image.decode();
  document.body.append(image);
  window.print();
  URL.revokeObjectURL(image.src);
  image.remove();
}
