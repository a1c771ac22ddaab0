import type { Run } from './running';

interface TracedLog {
  readonly log: (line: unknown) => void;
  readonly warn: (line: unknown) => void;
  readonly error: (line: unknown) => void;
}

/** Writes the log of a process to the trace. */
export function tracedLog(run: Run, note: (line: string) => void): TracedLog {
  const line = (what: unknown): void => note(`${run.name}: ${sentenceOf(what)}`);
  return { log: line, warn: line, error: line };
}

function sentenceOf(what: unknown): string {
  return typeof what === 'object' && what !== null && 'msg' in what ? String(what.msg) : JSON.stringify(what);
}
