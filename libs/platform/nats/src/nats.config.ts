import { NatsVariables, readConfig, type ServiceVariables } from '@foretell/platform-server';

/** What a link needs to know. `name` is the app's, as the server's monitoring shows it. */
export interface NatsSettings {
  readonly name: string;
  readonly servers: readonly string[];
  readonly prefix: string;
  /** How long a stream keeps a fact; for ever when 0 or not given. */
  readonly streamKeepMillis?: number;
  /** How long a fact may wait on its stream before who should apply it is not ready; 0: for ever. */
  readonly factsStaleSeconds: number;
  /** Whether operator commands are taken from a server that asks nobody who he is. */
  readonly allowsAnonymous: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly credentialsFile?: string;
  /** Certificates that sign the server's. */
  readonly caFile?: string;
  /** Prefix of the subjects of JetStream's API. */
  readonly jetStreamApi: string;
}

/**
 * Where replies to this app arrive: subjects of its own, so that a user's rights can keep one app from reading the replies to
 * another.
 */
export function inboxPrefix(settings: NatsSettings): string {
  return `_INBOX.${settings.name}`;
}

type ServiceOnly = Pick<ServiceVariables, 'SANDBOX' | 'NATS_STREAM_DAYS' | 'FACTS_STALE_SECONDS'>;

/** The settings of checked variables; of a program that is no service when those of a service are absent. */
export function natsSettings(read: NatsVariables & Partial<ServiceOnly>, name: string): NatsSettings {
  return {
    name,
    servers: read.NATS_URL.split(','),
    prefix: read.NATS_PREFIX,
    jetStreamApi: read.NATS_JS_API,
    streamKeepMillis: (read.NATS_STREAM_DAYS ?? 0) * 86_400_000,
    factsStaleSeconds: read.FACTS_STALE_SECONDS ?? 0,
    allowsAnonymous: read.SANDBOX ?? false,
    ...(read.NATS_USER === undefined ? {} : { user: read.NATS_USER }),
    ...(read.NATS_PASSWORD === undefined ? {} : { password: read.NATS_PASSWORD }),
    ...(read.NATS_CREDS === undefined ? {} : { credentialsFile: read.NATS_CREDS }),
    ...(read.NATS_CA === undefined ? {} : { caFile: read.NATS_CA }),
  };
}

/** Reads the settings of a program that is no service; throws a ConfigError with every fault. */
export function readNatsSettings(name: string, environment: NodeJS.ProcessEnv = process.env): NatsSettings {
  return natsSettings(readConfig(NatsVariables, environment), name);
}
