import { execFile } from 'node:child_process';
import { appMain, type Program } from './repository';

export interface OpsOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly complaints: string;
}

const LIMIT_MS = 120_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Runs the operator's CLI in a separate process. */
export function runOps(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
  program: Program = { main: appMain('ops') },
): Promise<OpsOutcome> {
  return runProgram(program, environment, words);
}

/** Runs a program to its end. Rejects when it does not end by itself. */
export function runProgram(
  program: Program,
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<OpsOutcome> {
  return startProgram(program, environment, words).outcome;
}

/** A program that may still run. */
export interface StartedProgram {
  /** Its output so far. */
  said(): string;
  /** Rejects when it does not end by itself. */
  readonly outcome: Promise<OpsOutcome>;
}

export function startProgram(
  { main, ...identity }: Program,
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): StartedProgram {
  let said = '';
  const outcome = new Promise<OpsOutcome>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [main, ...words],
      { env: { ...environment }, timeout: LIMIT_MS, maxBuffer: OUTPUT_BYTES_MAX, ...identity },
      (error, out, complaints) => {
        if (error === null) resolve({ exitCode: 0, out, complaints });
        else if (typeof error.code === 'number') resolve({ exitCode: error.code, out, complaints });
        else reject(new Error(`${main} ${words.join(' ')} did not end by itself`, { cause: error }));
      },
    );
    child.stdout?.on('data', (text: string) => (said += text));
  });
  return { said: () => said, outcome };
}
