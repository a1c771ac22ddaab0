/** Fallback for a browser without storage: texts last until the page is closed. */
const texts = new Map<string, string | null>();
const listeners = new Set<() => void>();

export function storedText(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return texts.get(name) ?? null;
  }
}

/** Stores a text; null removes it. */
export function storeText(name: string, text: string | null): void {
  texts.set(name, text);
  try {
    if (text === null) window.localStorage.removeItem(name);
    else window.localStorage.setItem(name, text);
  } catch {
    // `texts` has the value.
  }
  listeners.forEach((listener) => listener());
}

/** Calls the listener after each change, also by another tab; returns a function that stops it. */
export function followStorage(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
