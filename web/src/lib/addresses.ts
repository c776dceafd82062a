/**
 * Addresses of the app's pages. A server answers all paths with the app, so `/t/k7` is at `/t/k7`. A folder of plain
 * files has the app once, at its base; there `/t/k7` is at `BASE?/t/k7`, which a file server takes for the base.
 */

export class Addresses {
  constructor(
    private readonly base: string,
    private readonly isStatic: boolean,
  ) {}

  /** From a path of the app, such as `/learn` or `/r/k7#s0t3`, to the address of a link. */
  format(path: string): string {
    const [page = "", ...fragment] = path.split("#");
    const hash = fragment.length ? `#${fragment.join("#")}` : "";
    if (!this.isStatic) return `${this.base}${page.slice(1)}${hash}`;
    return `${this.base}${page === "/" ? "" : `?${page}`}${hash}`;
  }

  /** The path of the app in an address, without its fragment. A link to a folder, such as `BASE/learn/`, leads there too. */
  parse({ pathname, search }: { pathname: string; search: string }): string {
    if (this.isStatic && search.startsWith("?/")) return decodeURI(search.slice(1));
    const below = pathname.startsWith(this.base) ? pathname.slice(this.base.length) : "";
    return `/${this.isStatic ? below.replace(/(^|\/)index\.html$|\/$/, "") : below}`;
  }
}
