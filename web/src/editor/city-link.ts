/** A link that carries a whole city: its file, compressed, in the fragment, which no server sees. */

const PREFIX = "city=";

export async function cityFragment(file: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(file), new CompressionStream("deflate-raw"));
  return PREFIX + btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The file in a fragment such as `#city=...`, null if there is none or it is damaged. */
export async function cityInFragment(hash: string): Promise<string | null> {
  const text = hash.replace(/^#/, "");
  if (!text.startsWith(PREFIX)) return null;
  try {
    const packed = Uint8Array.from(atob(text.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(packed, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}
