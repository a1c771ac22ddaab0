import { definedOf, NatsVariables, readConfig, type ServiceVariables } from '@foretell/platform-server';

/** The settings of a link. `name` is the app's, as the server's monitoring shows it. */
export interface NatsSettings {
  readonly name: string;
  readonly servers: readonly string[];
  readonly prefix: string;
  /** Retention of an event in a stream, in milliseconds; unlimited when 0 or absent. */
  readonly streamKeepMillis?: number;
  /** Maximum age of an unapplied event before its consumer is not ready, in seconds; 0: no limit. */
  readonly eventsStaleSeconds: number;
  /** Whether operator commands are accepted over a server that does not authenticate its clients. */
  readonly allowsAnonymous: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly credentialsFile?: string;
  /** CA certificates that sign the server's certificate. */
  readonly caFile?: string;
  /** Subject prefix of the JetStream API. */
  readonly jetStreamApi: string;
}

/**
 * Subject prefix of replies to this app. It is the app's own, so that NATS permissions can keep one app from reading another's
 * replies.
 */
export function inboxPrefix(settings: NatsSettings): string {
  return `_INBOX.${settings.name}`;
}

type ServiceOnly = Pick<ServiceVariables, 'SANDBOX' | 'NATS_STREAM_DAYS' | 'EVENTS_STALE_SECONDS'>;

/** Settings from validated variables. A program that is not a service has no service variables. */
export function natsSettings(read: NatsVariables & Partial<ServiceOnly>, name: string): NatsSettings {
  return {
    name,
    servers: read.NATS_URL.split(','),
    prefix: read.NATS_PREFIX,
    jetStreamApi: read.NATS_JS_API,
    streamKeepMillis: (read.NATS_STREAM_DAYS ?? 0) * 86_400_000,
    eventsStaleSeconds: read.EVENTS_STALE_SECONDS ?? 0,
    allowsAnonymous: read.SANDBOX ?? false,
    ...definedOf({ user: read.NATS_USER, password: read.NATS_PASSWORD }),
    ...definedOf({ credentialsFile: read.NATS_CREDS, caFile: read.NATS_CA }),
  };
}

/** Reads the settings of a program that is not a service; throws a ConfigError with every fault. */
export function readNatsSettings(name: string, environment: NodeJS.ProcessEnv = process.env): NatsSettings {
  return natsSettings(readConfig(NatsVariables, environment), name);
}
