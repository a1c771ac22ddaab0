/** Calls back in this event-loop tick, once all promises have settled that wait for no I/O and no timer. */
export function afterMicrotasks(then: () => void): void {
  queueMicrotask(() => process.nextTick(then));
}
