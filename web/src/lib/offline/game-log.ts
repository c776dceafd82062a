/** The games of this device in IndexedDB: the entries of each table, append-only, and the token of its seat. */

/** Milliseconds since 1970, and the text. */
export type Entry = [at: number, text: string];

export interface StoredGame {
  id: string;
  token: string;
  entries: Entry[];
}

/** What lists of games show; `info` is the answer of the API for the owner of the token. */
export interface GameSummary {
  id: string;
  token: string;
  /** Of its last change. */
  at: number;
  info?: unknown;
}

/** Entries that are only in memory, and the summary of their game. */
interface Unwritten {
  first: number;
  token: string;
  entries: Entry[];
  info?: unknown;
}

/** Another page has written an entry with this number: the table is no longer ours. */
export class Conflict extends Error {}

const NAME = "fulgence";
const VERSION = 1;
const OPEN_MS = 4000;
const RETRY_MS = 10_000;

export class GameLog {
  /** Whether games outlive the page. */
  isKept = true;
  onkept: (isKept: boolean) => void = () => undefined;
  /** With what lists show of the games that are only in memory, the latest first, whenever that changes. */
  onunwritten: (infos: unknown[]) => void = () => undefined;
  #database: IDBDatabase | null = null;
  #failedAt = -Infinity;
  /** What could not be written: it is played on from here, and written when that works again. */
  #unwritten = new Map<string, Unwritten>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  async read(id: string): Promise<StoredGame> {
    const unwritten = this.#unwritten.get(id);
    const found: StoredGame = { id, token: "", entries: [] };
    if (unwritten?.first) this.#failedAt = -Infinity; // its beginning is only on the disk
    try {
      const database = await this.#open();
      const work = database.transaction(["entries", "tables"], "readonly");
      const [entries, summary] = await Promise.all([
        result<Entry[]>(work.objectStore("entries").getAll(IDBKeyRange.bound([id, 0], [id, Infinity]))),
        result<GameSummary | undefined>(work.objectStore("tables").get(id)),
      ]);
      found.entries = entries;
      found.token = summary?.token ?? "";
    } catch (error) {
      this.#fail(error);
    }
    if (unwritten) {
      found.entries = [...found.entries.slice(0, unwritten.first), ...unwritten.entries];
      found.token ||= unwritten.token;
    }
    return found;
  }

  /** Resolves when the entries are on the disk, or in memory where that cannot be; a Conflict writes nothing. */
  async append(id: string, first: number, entries: Entry[], token = ""): Promise<void> {
    const before = this.#unwritten.get(id);
    if (before && entries.length && first !== before.first + before.entries.length) throw new Conflict();
    const all = before ? { ...before, token: token || before.token, entries: [...before.entries, ...entries] } : { first, token, entries };
    try {
      await this.#write(id, all);
      this.#forget(id);
      this.#tell(this.#unwritten.size === 0);
    } catch (error) {
      if (error instanceof Conflict) throw error;
      this.#unwritten.delete(id); // the latest is the last
      this.#unwritten.set(id, all);
      this.#fail(error);
    }
  }

  #forget(id: string): void {
    if (this.#unwritten.delete(id)) this.#listUnwritten();
  }

  #listUnwritten(): void {
    this.onunwritten([...this.#unwritten.values()].flatMap(({ info }) => info ?? []).reverse());
  }

  async #write(id: string, { first, token, entries, info }: Unwritten): Promise<void> {
    const database = await this.#open();
    const work = database.transaction(["entries", "tables"], "readwrite", { durability: "strict" });
    const written = finished(work);
    const log = work.objectStore("entries");
    entries.forEach((entry, number) => log.add(entry, [id, first + number]));
    if (token || info) {
      const tables = work.objectStore("tables");
      const old = tables.get(id);
      const known = { id, at: Date.now(), ...(token ? { token } : {}), ...(info ? { info } : {}) };
      old.onsuccess = () => tables.put({ token: "", ...(old.result as GameSummary | undefined), ...known });
    }
    await written;
  }

  /** For lists; it may be lost. `changedAt`: when the game last changed. */
  async summarize(id: string, info: unknown, changedAt = Date.now()): Promise<void> {
    const unwritten = this.#unwritten.get(id);
    if (unwritten) {
      unwritten.info = info;
      this.#listUnwritten();
      return;
    }
    try {
      const tables = (await this.#open()).transaction("tables", "readwrite").objectStore("tables");
      const old = await result<GameSummary | undefined>(tables.get(id));
      const at = old && JSON.stringify(old.info) === JSON.stringify(info) ? old.at : changedAt;
      await result(tables.put({ token: "", ...old, id, at, info }));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** All games of this device, the latest first. */
  async summaries(): Promise<GameSummary[]> {
    try {
      const tables = (await this.#open()).transaction("tables", "readonly").objectStore("tables");
      return (await result<GameSummary[]>(tables.getAll())).sort((one, other) => other.at - one.at);
    } catch (error) {
      this.#fail(error);
      return [];
    }
  }

  /** Those and the ones that are only in memory. */
  async allSummaries(): Promise<GameSummary[]> {
    const unwritten = [...this.#unwritten].map(([id, { token, entries, info }]) => ({ id, token, at: lastChange(entries), info }));
    return [...(await this.summaries()).filter(({ id }) => !this.#unwritten.has(id)), ...unwritten];
  }

  /** Replaces what is there of a game. */
  async replace({ id, token, entries }: StoredGame): Promise<void> {
    const work = (await this.#open()).transaction(["entries", "tables"], "readwrite", { durability: "strict" });
    const written = finished(work);
    const log = work.objectStore("entries");
    log.delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
    entries.forEach((entry, number) => log.add(entry, [id, number]));
    work.objectStore("tables").put({ id, token, at: lastChange(entries) });
    await written;
  }

  /** For good. */
  async delete(id: string): Promise<void> {
    const work = (await this.#open()).transaction(["entries", "tables"], "readwrite");
    const written = finished(work);
    work.objectStore("entries").delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
    work.objectStore("tables").delete(id);
    await written;
  }

  async #open(): Promise<IDBDatabase> {
    if (this.#database) return this.#database;
    if (performance.now() - this.#failedAt < RETRY_MS) throw new Error("IndexedDB did not work a moment ago");
    const database = await opened();
    database.onversionchange = () => this.#close();
    database.onclose = () => (this.#database = null);
    this.#database = database;
    return database;
  }

  #close(): void {
    this.#database?.close();
    this.#database = null;
  }

  #fail(error: unknown): void {
    if (performance.now() - this.#failedAt >= RETRY_MS) {
      console.info("fulgence: games are not kept:", error);
      this.#failedAt = performance.now();
    }
    this.#close();
    this.#tell(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#writeAgain(), RETRY_MS + 100);
  }

  async #writeAgain(): Promise<void> {
    if (!this.#unwritten.size) {
      await this.#open().then(() => this.#tell(true), (error: unknown) => this.#fail(error));
      return;
    }
    for (const id of [...this.#unwritten.keys()]) await this.append(id, 0, []).catch(() => this.#forget(id));
  }

  #tell(isKept: boolean): void {
    if (isKept === this.isKept) return;
    this.isKept = isKept;
    this.onkept(isKept);
  }
}

export function lastChange(entries: Entry[]): number {
  return entries.at(-1)?.[0] ?? 0;
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("IndexedDB does not answer")), OPEN_MS);
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries"); // by [table, number]
      request.result.createObjectStore("tables", { keyPath: "id" });
    };
    request.onsuccess = () => (clearTimeout(late), resolve(request.result));
    request.onerror = () => (clearTimeout(late), reject(request.error));
  });
}

function result<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}

function finished(work: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onabort = () => reject(work.error?.name === "ConstraintError" ? new Conflict() : work.error);
  });
}
