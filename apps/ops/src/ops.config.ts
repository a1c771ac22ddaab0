import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { NatsSettings, Operator } from '@foretell/platform-nats';
import { ACTOR } from '@foretell/contracts';
import type { BackupKeys } from './backup/protection';
import { UsageError } from './failure';

export interface OpsConfig {
  readonly clobUrl: string;
  readonly gammaUrl: string;
  readonly dataUrl: string;
  /** Whose alerts are shown; null when not set. */
  readonly prometheusUrl: string | null;
  /** For commands that work on the tables, as their owner; null when not set. */
  readonly databaseUrl: string | null;
  readonly backup: BackupKeys;
}

/** The only module of the CLI that reads environment variables. All faults are reported together. */
export function readOpsConfig(environment: NodeJS.ProcessEnv): OpsConfig {
  const faults: string[] = [];
  const read = (name: string, fallback: string): string => given(environment, name) ?? fallback;
  const url = (name: string, fallback: string): string => {
    const text = read(name, fallback).replace(/\/+$/, '');
    if (!URL.canParse(text)) faults.push(`${name} must be a URL such as ${fallback}`);
    return text;
  };
  const config: OpsConfig = {
    clobUrl: url('CLOB_URL', 'http://127.0.0.1:3001'),
    gammaUrl: url('GAMMA_URL', 'http://127.0.0.1:3002'),
    dataUrl: url('DATA_URL', 'http://127.0.0.1:3003'),
    prometheusUrl: given(environment, 'PROMETHEUS_URL') === undefined ? null : url('PROMETHEUS_URL', 'http://127.0.0.1:9090'),
    databaseUrl: given(environment, 'DATABASE_URL') ?? null,
    backup: {
      recipients: (given(environment, 'BACKUP_RECIPIENTS') ?? '').split(',').filter((recipient) => recipient !== ''),
      signingKeyFile: given(environment, 'BACKUP_SIGNING_KEY_FILE') ?? null,
      signersFile: given(environment, 'BACKUP_SIGNERS_FILE') ?? null,
      identityFile: given(environment, 'BACKUP_IDENTITY_FILE') ?? null,
    },
  };
  if (faults.length > 0) throw new UsageError(`invalid environment variables: ${faults.join('; ')}`);
  return config;
}

/** Connection of the commands: the NATS_ variables. Loads its libraries only now. */
export async function readConnectionSettings(environment: NodeJS.ProcessEnv): Promise<NatsSettings> {
  const { readNatsSettings } = await import('@foretell/platform-nats');
  const { ConfigError } = await import('@foretell/platform-server');
  try {
    return readNatsSettings('ops', environment);
  } catch (error) {
    if (error instanceof ConfigError)
      throw new UsageError(`invalid environment variables: ${error.faults.join('; ')}`, { cause: error });
    throw error;
  }
}

/**
 * The actor: OPS_ACTOR, else the NATS user, whose permissions restrict commands to its own name, else the user of this machine.
 * The reference: as given, or a generated number.
 */
export function readOperator(environment: NodeJS.ProcessEnv, reference: string | undefined): Operator {
  const named = given(environment, 'OPS_ACTOR') ?? given(environment, 'NATS_USER');
  const actor =
    named ??
    (userInfo()
      .username.toLowerCase()
      .replace(/[^a-z0-9_-]/g, '-')
      .replace(/^[_-]+/, '') ||
      'operator');
  if (!ACTOR.test(actor))
    throw new UsageError(`OPS_ACTOR (or NATS_USER) must be 1 to 63 lower-case letters, digits, _ or -, not "${actor}"`);
  if (reference !== undefined && !/^[\x21-\x7e]{1,200}$/.test(reference))
    throw new UsageError('--reference must be 1 to 200 visible ASCII characters without spaces');
  return { actor, reference: reference ?? randomUUID() };
}

/** Whether colours are turned off. Source: no-color.org. */
export function prefersPlain(environment: NodeJS.ProcessEnv): boolean {
  return given(environment, 'NO_COLOR') !== undefined || environment['TERM'] === 'dumb';
}

function given(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value === '' ? undefined : value;
}
