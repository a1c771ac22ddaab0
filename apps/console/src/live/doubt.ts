const listeners = new Set<() => void>();

/** Called whenever what is shown may be so no more; until the returned function is called. */
export function onDoubt(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * What is shown may be so no more, though nobody said so: the network went or came, a stream was cut or is back, a market was
 * resolved, the page was out of sight. Whoever shows answers asks again at once, and shows by what comes of it how old they are.
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
