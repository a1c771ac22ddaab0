import { execFile } from 'node:child_process';
import { appMain } from './repository';

export interface OpsOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly complaints: string;
}

const LIMIT_MS = 120_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Runs the operator's CLI as a process of its own. */
export function runOps(environment: Readonly<Record<string, string>>, words: readonly string[]): Promise<OpsOutcome> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [appMain('ops'), ...words],
      { env: { ...environment }, timeout: LIMIT_MS, maxBuffer: OUTPUT_BYTES_MAX },
      (error, out, complaints) => {
        if (error === null) resolve({ exitCode: 0, out, complaints });
        else if (typeof error.code === 'number') resolve({ exitCode: error.code, out, complaints });
        else reject(new Error(`ops ${words.join(' ')} did not end by itself`, { cause: error }));
      },
    );
  });
}
