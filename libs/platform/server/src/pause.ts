/**
 * Resolves after this time, or at once when the signal, if given, is aborted; never rejects: the caller checks the signal. Uses
 * the global timers, which a simulation replaces.
 */
export function pause(millis: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const timer = setTimeout(done, millis);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}
