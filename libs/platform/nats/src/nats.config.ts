import { readConfig } from '@foretell/platform-server';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Min, ValidateIf } from 'class-validator';

const SERVER = String.raw`(?:nats|tls)://[^\s,@/]+`;

/** The variables that say where NATS is and as whom to speak to it. An app's configuration may extend or embed this class. */
export class NatsConfig {
  @Matches(new RegExp(`^${SERVER}(?:,${SERVER})*$`), {
    message:
      'NATS_URL must be nats://host:port (or tls://), several separated by commas; a user and password belong in NATS_USER and NATS_PASSWORD',
  })
  NATS_URL: string = 'nats://127.0.0.1:4222';

  /** First token of every subject and stream of one deployment: two deployments may share a server. */
  @Matches(/^[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)*$/, {
    message: 'NATS_PREFIX must be lower-case tokens joined by dots, e.g. "foretell"',
  })
  NATS_PREFIX: string = 'foretell';

  /** Where no money is at stake: operator commands are then taken from a NATS that lets anybody in. */
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'SANDBOX must be true or false' })
  SANDBOX: boolean = false;

  /** How long a stream keeps a fact; 0 for ever. The journal keeps it longer. */
  @Type(() => Number)
  @IsInt({ message: 'NATS_STREAM_DAYS must be a whole number of days, 0 for ever' })
  @Min(0, { message: 'NATS_STREAM_DAYS must be a whole number of days, 0 for ever' })
  NATS_STREAM_DAYS: number = 30;

  /** How long a fact may wait on its stream before the surface that should apply it is not ready; 0 for ever. */
  @Type(() => Number)
  @IsInt({ message: 'FACTS_STALE_SECONDS must be a whole number of seconds, 0 for ever' })
  @Min(0, { message: 'FACTS_STALE_SECONDS must be a whole number of seconds, 0 for ever' })
  FACTS_STALE_SECONDS: number = 60;

  @ValidateIf((config: NatsConfig) => config.NATS_PASSWORD !== undefined || config.NATS_USER !== undefined)
  @IsString({ message: 'NATS_USER must be set when NATS_PASSWORD is' })
  @IsNotEmpty({ message: 'NATS_USER must be set when NATS_PASSWORD is' })
  NATS_USER?: string;

  @ValidateIf((config: NatsConfig) => config.NATS_PASSWORD !== undefined || config.NATS_USER !== undefined)
  @IsString({ message: 'NATS_PASSWORD must be set when NATS_USER is' })
  @IsNotEmpty({ message: 'NATS_PASSWORD must be set when NATS_USER is' })
  NATS_PASSWORD?: string;

  /** Path of a credentials file; wins over user and password. */
  @IsOptional()
  @IsString({ message: 'NATS_CREDS must be the path of a credentials file' })
  NATS_CREDS?: string;

  /** Path of the certificates (PEM) that sign the server's; those that Node.js trusts when not given. Asks for TLS. */
  @IsOptional()
  @IsString({ message: 'NATS_CA must be the path of a file with certificates' })
  NATS_CA?: string;

  /** Where this user reaches JetStream's API: a site's accounts.conf imports just the subjects that each service needs. */
  @Matches(/^[$A-Za-z0-9_-]+(?:\.[$A-Za-z0-9_-]+)*$/, {
    message: 'NATS_JS_API must be a subject, such as foretell.js; $JS.API on a server without accounts',
  })
  NATS_JS_API: string = '$JS.API';
}

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

/** The settings of a validated configuration. */
export function natsSettings(config: NatsConfig, name: string): NatsSettings {
  return {
    name,
    servers: config.NATS_URL.split(','),
    prefix: config.NATS_PREFIX,
    jetStreamApi: config.NATS_JS_API,
    streamKeepMillis: config.NATS_STREAM_DAYS * 86_400_000,
    factsStaleSeconds: config.FACTS_STALE_SECONDS,
    allowsAnonymous: config.SANDBOX,
    ...(config.NATS_USER === undefined ? {} : { user: config.NATS_USER }),
    ...(config.NATS_PASSWORD === undefined ? {} : { password: config.NATS_PASSWORD }),
    ...(config.NATS_CREDS === undefined ? {} : { credentialsFile: config.NATS_CREDS }),
    ...(config.NATS_CA === undefined ? {} : { caFile: config.NATS_CA }),
  };
}

/** Reads the settings from an environment; throws ConfigError with every fault. */
export function readNatsSettings(name: string, environment: NodeJS.ProcessEnv = process.env): NatsSettings {
  return natsSettings(readConfig(NatsConfig, environment), name);
}
