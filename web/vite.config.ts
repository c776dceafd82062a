import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const SHARED = /src\/(lib\/(city-maps|clock-names|commit-reveal|device-seats|display-names|first-marks|hex|known-tables|number-format|pencils|push-mark|sha256|text-pieces)\.ts|components\/(CardSymbol|PencilBadge)|sheet\/(SheetDrawing|SheetThumbnail|Stroke))/;
/** What a sheet to draw on needs, in a game or copied from paper. */
const SHEET = /src\/sheet\/(InteractiveSheet|HighlightedParts|ZoomButtons|pan-zoom|hit-test|spatial-navigation)/;

// The built app is part of the Python package; it is never committed.
export default defineConfig({
  plugins: [svelte()],
  // Scripts and styles find each other wherever the app lies. Only the page has addresses from the root, as it is shown at
  // any path; `fulgence site --base` rewrites them.
  base: "./",
  experimental: { renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `/${file}` : { relative: true }) },
  build: {
    outDir: "../src/fulgence/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.json" },
    rolldownOptions: {
      input: { index: "index.html", "service-worker": "src/service-worker.ts" },
      // The address of a service worker never changes: browsers look there for a new one.
      output: {
        entryFileNames: ({ name }) => (name === "service-worker" ? "service-worker.js" : "assets/[name]-[hash].js"),
        // What both the start page and a table need: one request and better compression, in place of a dozen small files.
        codeSplitting: { groups: [{ name: "shared", test: SHARED }, { name: "sheet", test: SHEET }] },
      },
    },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8642", ws: true } } },
});
