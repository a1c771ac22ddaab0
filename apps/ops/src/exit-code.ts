/** Exit codes that scripts may rely on. */
export const EXIT = { done: 0, refused: 1, usage: 2, silent: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
