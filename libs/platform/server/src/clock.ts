/** Time as a dependency: Unix milliseconds. Tests hand in their own. */
export type Clock = () => number;
export const CLOCK = Symbol('Clock');
export const systemClock: Clock = () => Date.now();
