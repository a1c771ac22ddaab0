import { execFile } from 'node:child_process';
import type { DoctorCheck } from '@foretell/contracts';
import type { ExchangeRules } from '@foretell/exchange';
import { createPool } from '@foretell/platform-prisma';
import { rebuild } from '../engine/recovery';
import { recordChecks } from './doctor.query';

/** The state hash computed from the stored rows, and the hash in the last commit that they contain. */
export interface ProvedState {
  readonly record: string;
  readonly memory: string;
}

/** The result of reading the complete record. */
export interface Examination {
  readonly checks: readonly DoctorCheck[];
  readonly state: ProvedState;
}

/** The argument with which this program examines the record and exits. */
export const EXAMINE = 'examine-record';
/** Much longer than the largest record takes. */
const EXAMINATION_MILLIS = 3_600_000;
const ANSWER_BYTES_MAX = 1024 * 1024;

/**
 * Reads the complete record and rebuilds the exchange. Takes as much memory and time as a recovery: run in a separate process.
 */
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
 * Runs `examine` in another process of this program, to spare the writer's thread and memory. Rejects with the error output of
 * that process.
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
