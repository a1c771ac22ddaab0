import { NatsConfig, natsSettings, type NatsSettings } from '@foretell/platform-nats';
import { ConnectionsField, OperatorKeyField, operatorKeyDigest, readConfig } from '@foretell/platform-server';
import { Type } from 'class-transformer';
import { IsIn, IsInt, Matches, Max, Min } from 'class-validator';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const DIALECTS = ['interface', 'public'];
const POSTGRES_URL = /^postgres(?:ql)?:\/\/\S+$/;

/** The variables of the catalog surface. */
class GammaEnvironment extends NatsConfig {
  @Type(() => Number)
  @IsInt({ message: 'GAMMA_PORT must be a port, 0 to 65535' })
  @Min(0, { message: 'GAMMA_PORT must be a port, 0 to 65535' })
  @Max(65_535, { message: 'GAMMA_PORT must be a port, 0 to 65535' })
  GAMMA_PORT: number = 3002;

  /** Falls back to DATABASE_URL. */
  @Matches(POSTGRES_URL, {
    message: 'GAMMA_DATABASE_URL (or DATABASE_URL) must be postgresql://user:password@host:port/database',
  })
  GAMMA_DATABASE_URL: string = '';

  @Type(() => Number)
  @IsInt({ message: 'GAMMA_POOL_MAX must be a whole number from 2 to 100' })
  @Min(2, { message: 'GAMMA_POOL_MAX must be a whole number from 2 to 100' })
  @Max(100, { message: 'GAMMA_POOL_MAX must be a whole number from 2 to 100' })
  GAMMA_POOL_MAX: number = 10;

  /** Memory for encoded answers of each dialect. */
  @Type(() => Number)
  @IsInt({ message: 'GAMMA_CACHE_MEGABYTES must be a whole number from 1 to 4096' })
  @Min(1, { message: 'GAMMA_CACHE_MEGABYTES must be a whole number from 1 to 4096' })
  @Max(4096, { message: 'GAMMA_CACHE_MEGABYTES must be a whole number from 1 to 4096' })
  GAMMA_CACHE_MEGABYTES: number = 64;

  /** What the root speaks; the public dialect is always at /public. */
  @IsIn(DIALECTS, { message: `GAMMA_DIALECT must be one of ${DIALECTS.join(', ')}` })
  GAMMA_DIALECT: string = 'interface';

  /** How long a client may use an answer without asking again; 0 makes it ask every time, which its ETag keeps cheap. */
  @Type(() => Number)
  @IsInt({ message: 'GAMMA_MAX_AGE_SECONDS must be a whole number from 0 to 86400' })
  @Min(0, { message: 'GAMMA_MAX_AGE_SECONDS must be a whole number from 0 to 86400' })
  @Max(86_400, { message: 'GAMMA_MAX_AGE_SECONDS must be a whole number from 0 to 86400' })
  GAMMA_MAX_AGE_SECONDS: number = 0;

  @Type(() => Number)
  @IsInt({ message: 'TRUSTED_PROXIES must be a whole number from 0 to 10' })
  @Min(0, { message: 'TRUSTED_PROXIES must be a whole number from 0 to 10' })
  @Max(10, { message: 'TRUSTED_PROXIES must be a whole number from 0 to 10' })
  TRUSTED_PROXIES: number = 0;

  @ConnectionsField()
  CONNECTIONS_PER_ADDRESS: number = 1000;

  @IsIn(['on', 'off'], { message: 'LIMITS must be on or off' })
  LIMITS: 'on' | 'off' = 'on';

  @OperatorKeyField()
  OPERATOR_VIEW_KEY_SHA256?: string;

  @IsIn(LEVELS, { message: `LOG_LEVEL must be one of ${LEVELS.join(', ')}` })
  LOG_LEVEL: string = 'info';
}

/** Injects the GammaConfig. */
export const GAMMA_CONFIG = Symbol('GammaConfig');

export interface GammaConfig {
  readonly port: number;
  readonly databaseUrl: string;
  readonly poolMax: number;
  readonly cacheBytes: number;
  readonly maxAgeSeconds: number;
  readonly dialect: 'interface' | 'public';
  readonly trustedProxies: number;
  /** Of a network address, at one time. */
  readonly connectionsPerAddress: number;
  /** Whether callers who ask too often are refused. */
  readonly hasLimits: boolean;
  /** SHA-256 of the key of the operator's view; null: there is none. */
  readonly operatorKeyDigest: Buffer | null;
  readonly logLevel: string;
  readonly nats: NatsSettings;
}

/** Reads the environment; throws ConfigError with every fault. */
export function readGammaConfig(environment: NodeJS.ProcessEnv): GammaConfig {
  const given = { ...environment, GAMMA_DATABASE_URL: environment['GAMMA_DATABASE_URL'] || environment['DATABASE_URL'] };
  const read = readConfig(GammaEnvironment, given);
  return {
    port: read.GAMMA_PORT,
    databaseUrl: read.GAMMA_DATABASE_URL,
    poolMax: read.GAMMA_POOL_MAX,
    cacheBytes: read.GAMMA_CACHE_MEGABYTES * 1024 * 1024,
    maxAgeSeconds: read.GAMMA_MAX_AGE_SECONDS,
    dialect: read.GAMMA_DIALECT === 'public' ? 'public' : 'interface',
    trustedProxies: read.TRUSTED_PROXIES,
    connectionsPerAddress: read.CONNECTIONS_PER_ADDRESS,
    hasLimits: read.LIMITS === 'on',
    operatorKeyDigest: operatorKeyDigest(read.OPERATOR_VIEW_KEY_SHA256),
    logLevel: read.LOG_LEVEL,
    nats: natsSettings(read, 'gamma'),
  };
}
