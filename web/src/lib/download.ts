/** Downloads of what the API answers: a link of the server, or a file made here. */
import { backendFor, isAnsweredHere } from "./backend/backend";

/** The onclick of `<a href="/api/..." download="...">`. A server answers the browser itself; this one has to be asked. */
export function saveAnswer(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  const path = link.getAttribute("href") ?? "";
  if (!isAnsweredHere(path)) return;
  event.preventDefault();
  void answerFile(path, link.download).then(saveFile);
}

async function answerFile(path: string, name: string): Promise<File> {
  const response = await (await backendFor(path)).request("GET", path);
  return new File([await response.blob()], name);
}

export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
