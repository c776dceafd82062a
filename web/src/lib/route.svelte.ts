/** Where in the app we are: the path of the address, and going elsewhere without loading the page again. */

const place = $state({ path: location.pathname });

export function path(): string {
  return place.path;
}

export function go(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  place.path = location.pathname;
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => (place.path = location.pathname));

/** For links: an ordinary click stays in the app, any other opens what the browser would open. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
}
