/** Time as a dependency: Unix milliseconds. Tests pass their own. */
export type Clock = () => number;
export const CLOCK = Symbol('Clock');
export const systemClock: Clock = () => Date.now();
/** Injection token of monotonic milliseconds, from an arbitrary origin. */
export const MONOTONIC = Symbol('Monotonic');
export const systemMonotonic: Clock = () => performance.now();
