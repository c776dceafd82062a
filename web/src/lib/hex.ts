/** Bytes as hexadecimal digits. */

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(digits: string): number[] {
  return digits.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
}

/** Cryptographically random. */
export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}
