/**
 * All callers share the first caller's result; after a failure the next call requests again. Used for chunks with a style sheet:
 * the first import waits for the style sheet, but a second import in the meantime does not and would show the page unstyled.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((fault: unknown) => {
      loading = null;
      throw fault;
    });
    return loading;
  };
}
