/** The server's public key: base64url as the server tells it, bytes as browsers want it. */

export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export function isSameKey(bytes: ArrayBuffer | null, key: string): boolean {
  const wanted = bytesOf(key);
  const known = new Uint8Array(bytes ?? new ArrayBuffer(0));
  return known.length === wanted.length && known.every((byte, place) => byte === wanted[place]);
}
