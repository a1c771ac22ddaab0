import type { Rate } from '@foretell/testing';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const CONNECTIONS = 32;
const MILLIS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 };

export interface Load extends Rate {
  readonly requests: number;
}

/**
 * GETs one address from 32 connections for some seconds with wrk, which is written in C: a load generator in Node would be
 * saturated before a server that only sends bytes. Fails if a response is not 2xx.
 */
export async function wrk(url: string, seconds: number): Promise<Load> {
  const words = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', url];
  const { stdout } = await promisify(execFile)('wrk', words).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('this bench needs wrk: install the package wrk') : error;
  });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not answer every request:\n${stdout}`);
  const [, amount, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(amount) * (MILLIS[unit ?? ''] ?? Number.NaN),
  };
}
