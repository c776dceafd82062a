/** Starts Python (Pyodide) with the game inside a worker. */
import type { loadPyodide, PyodideAPI } from "pyodide";
import { cacheName, fileAddress } from "./bundle";

export interface StartOptions {
  base: string;
  version: string;
  /** The names of the files of the bundle. */
  files: string[];
  /** Compiled once by the page, for all its workers. */
  wasm: WebAssembly.Module;
}

export class Python {
  #weights = new Map<string, Promise<void>>();

  private constructor(
    readonly pyodide: PyodideAPI,
    readonly options: StartOptions,
  ) {}

  static async start(options: StartOptions): Promise<Python> {
    const at = (name: string) => new URL(fileAddress(options.base, options.version, name), location.href).href;
    const [loader, machine, library, lock, wheel, game] = await Promise.all([
      import(/* @vite-ignore */ at("pyodide.mjs")) as Promise<{ loadPyodide: typeof loadPyodide }>,
      import(/* @vite-ignore */ at("pyodide.asm.mjs")) as Promise<{ default: unknown }>,
      bundled(options, "python_stdlib.zip"),
      bundled(options, "pyodide-lock.json").then((response) => response.text()),
      ...[wheelName(options.files), "fulgence.zip"].map(async (name) => (await bundled(options, name)).arrayBuffer()),
    ]);
    // Pyodide fetches its library and compiles its program itself; both are here already.
    const { fetch } = self;
    const { instantiateStreaming } = WebAssembly;
    const libraryAddress = at("python_stdlib.zip");
    self.fetch = (input, init) => (input === libraryAddress ? Promise.resolve(library.clone()) : String(input).endsWith(".wasm") ? Promise.resolve(new Response()) : fetch(input, init));
    WebAssembly.instantiateStreaming = async (_, imports) => ({ module: options.wasm, instance: await WebAssembly.instantiate(options.wasm, imports) });
    const pyodide = await loader.loadPyodide({
      indexURL: new URL(`${options.base}offline/`, location.href).href,
      stdLibURL: libraryAddress,
      lockFileContents: lock,
      env: { FULGENCE_DATA: "/fulgence" },
      ...({ createPyodideModule: machine.default } as object),
    });
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    pyodide.unpackArchive(wheel as ArrayBuffer, "wheel");
    pyodide.FS.mkdirTree("/fulgence/weights");
    pyodide.unpackArchive(game as ArrayBuffer, "zip", { extractDir: "/fulgence/sources" });
    pyodide.runPython("import sys; sys.path.insert(0, '/fulgence/sources')");
    return new Python(pyodide, options);
  }

  /** What the expert has learned, each file on first use; names that the bundle does not have are left out. */
  async loadWeights(names: string[]): Promise<void> {
    await Promise.all(names.filter((name) => this.options.files.includes(`weights/${name}`)).map((name) => this.#weightsOf(name)));
  }

  #weightsOf(name: string): Promise<void> {
    const loading = this.#weights.get(name) ?? this.#writeWeights(name);
    this.#weights.set(name, loading);
    loading.catch(() => this.#weights.delete(name)); // the next job tries again
    return loading;
  }

  async #writeWeights(name: string): Promise<void> {
    const content = await (await bundled(this.options, `weights/${name}`)).arrayBuffer();
    this.pyodide.FS.writeFile(`/fulgence/weights/${name}`, new Uint8Array(content));
  }
}

function wheelName(files: string[]): string {
  return files.find((name) => name.endsWith(".whl")) ?? "";
}

/** A file of the bundle, from Cache Storage or over the network. */
export async function bundled({ base, version }: Pick<StartOptions, "base" | "version">, name: string): Promise<Response> {
  const address = fileAddress(base, version, name);
  const kept = await keptFile(version, address);
  if (kept) return kept;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

async function keptFile(version: string, address: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(cacheName(version))).match(address);
  } catch {
    return undefined; // blocked, or a page without https
  }
}
