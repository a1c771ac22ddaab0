import type { NatsSettings } from '@foretell/platform-nats';
import { UsageError } from './failure';

export interface OpsConfig {
  readonly clobUrl: string;
  readonly gammaUrl: string;
  readonly dataUrl: string;
  readonly exchangePreset: string;
  /** For what is done to the tables themselves, as their owner; null when not given. */
  readonly databaseUrl: string | null;
}

/** The only place of the CLI that knows the environment's names. All faults are reported together. */
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
    exchangePreset: read('EXCHANGE_PRESET', 'polymarket-v2'),
    databaseUrl: given(environment, 'DATABASE_URL') ?? null,
  };
  if (faults.length > 0) throw new UsageError(`the environment is not usable: ${faults.join('; ')}`);
  return config;
}

/**
 * Where commands travel; NATS_URL, NATS_PREFIX, NATS_USER, NATS_PASSWORD, NATS_CREDS. Loads the libraries of that way only now.
 */
export async function readConnectionSettings(environment: NodeJS.ProcessEnv): Promise<NatsSettings> {
  const { readNatsSettings } = await import('@foretell/platform-nats');
  const { ConfigError } = await import('@foretell/platform-server');
  try {
    return readNatsSettings('ops', environment);
  } catch (error) {
    if (error instanceof ConfigError)
      throw new UsageError(`the environment is not usable: ${error.faults.join('; ')}`, { cause: error });
    throw error;
  }
}

/** Whether the terminal should stay plain. Source: no-color.org. */
export function prefersPlain(environment: NodeJS.ProcessEnv): boolean {
  return given(environment, 'NO_COLOR') !== undefined || environment['TERM'] === 'dumb';
}

function given(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value === '' ? undefined : value;
}
