const listeners = new Set<() => void>();

/** Calls the listener whenever displayed data may be outdated, until the returned function is called. */
export function onDoubt(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Reports that displayed data may be outdated without notice: the network or a stream was lost or is back, a market was resolved,
 * or the page was hidden. Displayed data is then refreshed at once and marked stale if that fails.
 */
export function doubt(): void {
  listeners.forEach((listener) => listener());
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', doubt);
  window.addEventListener('offline', doubt);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') doubt();
  });
}
