/** localStorage that never throws: where it is blocked or full, things are remembered until the page is closed. */

const inMemory = new Map<string, string>();

export function readText(key: string): string | null {
  try {
    return inMemory.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

export function removeText(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // it is blocked, so nothing is there
  }
}

/** All keys that begin so. */
export function storedKeys(prefix: string): string[] {
  try {
    return [...inMemory.keys(), ...Object.keys(localStorage)].filter((key) => key.startsWith(prefix));
  } catch {
    return [...inMemory.keys()].filter((key) => key.startsWith(prefix));
  }
}

export function readJson<T>(key: string, fallback: T): T {
  try {
    const text = readText(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function writeJson(key: string, value: unknown): void {
  writeText(key, JSON.stringify(value));
}
