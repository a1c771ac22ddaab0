/** Runs work whose failure concerns nobody any more, such as a reply on a connection that may be closed. */
export function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    return;
  }
}
