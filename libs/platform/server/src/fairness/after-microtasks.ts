/** Calls back in this turn of the event loop, once all promises have come as far as they can without waiting for I/O or a timer. */
export function afterMicrotasks(then: () => void): void {
  queueMicrotask(() => process.nextTick(then));
}
