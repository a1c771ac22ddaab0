/** Read when this module loads, before the console replaces the content of index.html. */
const { pathname } = window.location;
const title = document.querySelector('main > h1')?.textContent ?? null;

/**
 * The heading that the console's server wrote into index.html: the name of the event or market of the address; null at any other
 * address, and if another server serves the files.
 */
export function servedTitle(): string | null {
  return window.location.pathname === pathname ? title : null;
}
