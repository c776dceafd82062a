/** City files as downloads and for the printer. */
import { callText } from "../lib/api";
import { saveFile } from "../lib/download";
import { printSvg } from "../lib/print-svg";

/** `Neu-Köln am Meer` -> `neu-koln-am-meer.toml`. */
export function fileName(city: string): string {
  const plain = city.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return `${plain.slice(0, 40) || "city"}.toml`;
}

export function saveCity(name: string, file: string): void {
  saveFile(new File([file], fileName(name), { type: "application/toml" }));
}

/** The blank sheet as SVG. */
export function blankSheet(name: string, file: string): Promise<string> {
  return callText("/api/paper/blank", { city: fileName(name), city_file: file });
}

export async function saveBlankSheet(name: string, file: string): Promise<void> {
  saveFile(new File([await blankSheet(name, file)], fileName(name).replace(/toml$/, "svg"), { type: "image/svg+xml" }));
}

export async function printBlankSheet(name: string, file: string): Promise<void> {
  printSvg(await blankSheet(name, file));
}
