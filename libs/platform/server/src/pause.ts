/**
 * Resolves after so long, or at once when the signal, if there is one, is aborted; never rejects: the caller looks at the signal.
 * By the global timers, which a simulation takes.
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
