// Runs a Python program in the Python of the offline bundle, as the worker of a browser has it:
//
//     node tests/offline/run_python.mjs BUNDLE PROGRAM.py [ARGUMENT...]
//
// The files of this machine are below /machine.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [bundle, program, ...rest] = process.argv.slice(2);
const folder = resolve(bundle);
const bytes = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));

async function start() {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const python = await loadPyodide({ indexURL: `${folder}/`, env: { FULGENCE_DATA: "/fulgence" } });
  const { files } = JSON.parse(readFileSync(`${folder}/files.json`, "utf8"));
  python.unpackArchive(bytes(files.find(({ name }) => name.endsWith(".whl")).name), "wheel");
  python.unpackArchive(bytes("fulgence.zip"), "zip", { extractDir: "/fulgence/sources" });
  for (const [inside, outside] of [["/fulgence/weights", `${folder}/weights`], ["/machine", "/"]]) {
    python.FS.mkdirTree(inside);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: outside }, inside);
  }
  const path = ["/fulgence/sources", `/machine${dirname(resolve(program))}`];
  const main = JSON.stringify({ path, argv: [program, ...rest] });
  python.runPython(`import json, sys\nmain = json.loads(${JSON.stringify(main)})`);
  python.runPython(`sys.path[:0] = main["path"]\nsys.argv = main["argv"]`);
  return python;
}

try {
  const python = await start();
  python.runPython(readFileSync(program, "utf8"), { filename: program });
} catch (error) {
  console.error(error.message); // without the line of Pyodide in which it happened, a megabyte long
  process.exit(1);
}
