import { execFile } from 'node:child_process';
import type { DoctorCheck } from '@foretell/contracts';
import type { ExchangeRules } from '@foretell/exchange';
import { createPool } from '@foretell/platform-prisma';
import { rebuild } from '../engine/recovery';
import { recordChecks } from './doctor.query';

/** The record by its hashes: its rows, hashed afresh, and the hash of the commit up to which they are written. */
export interface ProvedState {
  readonly record: string;
  readonly memory: string;
}

/** What reading the whole record tells. */
export interface Examination {
  readonly checks: readonly DoctorCheck[];
  readonly state: ProvedState;
}

/** The word after which a process of this program examines the record and ends. */
export const EXAMINE = 'examine-record';
/** Far beyond what the largest record takes. */
const EXAMINATION_MILLIS = 3_600_000;
const ANSWER_BYTES_MAX = 1024 * 1024;

/** Reads the whole record and rebuilds the exchange from it: memory and time like a recovery's, so in a process of its own. */
export async function examine(databaseUrl: string, rules: ExchangeRules): Promise<Examination> {
  const pool = createPool(
    { url: databaseUrl, applicationName: 'foretell-clob-examination', poolMax: 2, statementTimeoutSeconds: 0 },
    () => undefined,
  );
  try {
    const { exchange, head } = await rebuild(pool, rules);
    const record = exchange.stateHash();
    const memory = head.commitNumber + head.sequence === 0 ? record : head.stateHash;
    return { checks: await recordChecks(pool), state: { record, memory } };
  } finally {
    await pool.end();
  }
}

/**
 * The same by another process of this program, so that neither the writer's thread nor its memory has to bear it. Rejects with
 * what that process said when it could not.
 */
export function examineApart(program: string): Promise<Examination> {
  return new Promise((resolve, reject) => {
    const options = { timeout: EXAMINATION_MILLIS, maxBuffer: ANSWER_BYTES_MAX };
    execFile(process.execPath, [program, EXAMINE], options, (fault, said, complaint) => {
      if (fault === null) resolve(JSON.parse(said) as Examination);
      else reject(new Error(`the examination of the record ended early: ${complaint.trim() || fault.message}`));
    });
  });
}
