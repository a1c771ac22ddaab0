/** Time as a dependency: Unix milliseconds. Tests hand in their own. */
export type Clock = () => number;
export const CLOCK = Symbol('Clock');
export const systemClock: Clock = () => Date.now();
/** Injects milliseconds that only go forward, from some moment on. */
export const MONOTONIC = Symbol('Monotonic');
export const systemMonotonic: Clock = () => performance.now();
