/** Client-side routing: the path in the address bar, and going elsewhere without reloading the page. */

const current = $state({ path: location.pathname });

export function path(): string {
  return current.path;
}

export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  current.path = location.pathname;
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => (current.path = location.pathname));

/** The onclick of links: an ordinary click stays in the app; one with a modifier key is left to the browser. */
export function followLink(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(link.getAttribute("href") ?? "/");
}
