/**
 * Everybody gets the first asker's answer; after a failure the next one asks anew. For parts of the console that have a
 * stylesheet: who imports such a part first waits for it, and who imports it a second time meanwhile does not, and would show
 * the page without.
 */
export function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= ask().catch((fault: unknown) => {
      asked = null;
      throw fault;
    });
    return asked;
  };
}
