/**
 * All callers share the first caller's result; after a failure the next call requests again. Used for chunks with a style sheet:
 * the first import waits for the style sheet, but a second import in the meantime does not and would show the page unstyled.
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
