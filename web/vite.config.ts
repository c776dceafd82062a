import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built app is part of the Python package; it is never committed.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/fulgence/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.json" },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8642", ws: true } } },
});
