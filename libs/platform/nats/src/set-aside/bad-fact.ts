import { factFault, sequenceAt, subjectOf, type Fact, type FactMessage, type FactSource } from '@foretell/contracts';

/** The fact cannot be applied, and trying again would not change that. The message says why. */
export class BadFact extends Error {
  override readonly name = 'BadFact';
}

/** Facts that were refused, as they came. More than one only when their message cannot be read. */
export interface RefusedFacts {
  readonly source: FactSource;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Empty when unknown. */
  readonly type: string;
  readonly subject: string;
  /** A fact message. */
  readonly bytes: Uint8Array;
  readonly reason: string;
}

/**
 * Classes of PostgreSQL's errors that say of the values that they cannot be stored: data exceptions, violated constraints, and
 * values beyond what an index can hold. All others say something of the database.
 */
const VALUES_AT_FAULT = /^(22|23|54)/;
const REASON_CHARACTERS_MAX = 500;

/**
 * Why the fact is to blame; null when it is not, but the database, the connection or the process: then nothing is set aside, and
 * the consumer waits. Of a fact of the wrong shape nobody has looked at every field before: it is known by what it breaks.
 */
export function faultOfFact(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isFacts = error instanceof BadFact || error instanceof TypeError || error instanceof RangeError || isOfValues(error);
  return isFacts ? error.message.slice(0, REASON_CHARACTERS_MAX) : null;
}

function isOfValues(error: Error): boolean {
  return 'severity' in error && 'code' in error && typeof error.code === 'string' && VALUES_AT_FAULT.test(error.code);
}

/** What a refused fact is about: whatever it holds. */
export function subjectOfAny(fact: Fact): string {
  try {
    return subjectOf(fact);
  } catch {
    return '';
  }
}

/** Throws BadFact for the first fact after `settled` that is not what its type's class says. */
export function requireSound(message: FactMessage, settled = 0): void {
  for (const [index, fact] of message.facts.entries()) {
    const fault = sequenceAt(message, index) > settled ? factFault(fact) : null;
    if (fault !== null) throw new BadFact(fault);
  }
}
