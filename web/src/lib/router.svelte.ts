/** Client-side routing: the path in the address bar, and going elsewhere without reloading the page. */
import { Addresses } from "./addresses";
import { BASE, isStaticSite } from "./base";

const addresses = new Addresses(BASE, isStaticSite());
const current = $state({ path: addresses.parse(location) });

export function path(): string {
  return current.path;
}

/** The address of a page, for links: `href("/learn")`. */
export function href(to: string): string {
  return addresses.format(to);
}

/** The whole address of a page, to give to others. */
export function fullAddress(to: string): string {
  return location.origin + href(to);
}

/** That of the page that is shown, without a fragment. */
export function ownAddress(): string {
  return location.pathname + location.search;
}

export function navigate(to: string, options: { replace?: boolean } = {}): void {
  visit(href(to), options);
}

function visit(address: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  current.path = addresses.parse(location);
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => (current.path = addresses.parse(location)));

/** The onclick of links: an ordinary click stays in the app; one with a modifier key is left to the browser. */
export function followLink(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  visit(link.href);
}
