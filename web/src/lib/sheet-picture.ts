/** A finished sheet with its score pad as a PNG file, made from the SVG that the API answers. */
import { callText } from "./api";
import { t } from "./language.svelte";

const WIDTH = 1600; // pixels

export function sheetAddress(tableId: string, seat: number): string {
  return `/api/tables/${tableId}/sheets/${seat}.svg`;
}

export async function sheetPicture(tableId: string, seat: number): Promise<File> {
  return pngOf(await callText(sheetAddress(tableId, seat)), `fulgence-${tableId}.png`);
}

/** An SVG picture as a PNG file. */
export async function pngOf(text: string, name: string): Promise<File> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error(t("the picture could not be made"));
  return new File([blob], name, { type: "image/png" });
}
