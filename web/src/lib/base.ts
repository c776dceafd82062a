/** Where the app lies on its host, and whether there is a server behind it. */

const script = import.meta.url; // of a built chunk; all of them lie in assets/

/** The path of the app's folder: "/", or "/games/" below which everything is found. */
export const BASE: string = import.meta.env.DEV ? "/" : new URL("../", script).pathname;

/** Whether this is a folder of plain files, as `fulgence site` makes it: nobody answers requests there. */
export function isStaticSite(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="fulgence-site"]')?.content === "static";
}
