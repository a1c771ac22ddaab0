import { NatsConfig, natsSettings, type NatsSettings } from '@foretell/platform-nats';
import { ConnectionsField, IpAllowlist, OperatorKeyField, operatorKeyDigest, readConfig } from '@foretell/platform-server';
import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  Matches,
  Max,
  Min,
  Validate,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';

const DIALECTS = ['interface', 'public'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

@ValidatorConstraint({ name: 'ipAllowlist' })
class IsIpAllowlist implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && IpAllowlist.parse(value) !== null;
  }
}

/** The data surface's environment. */
class DataEnvironment extends NatsConfig {
  @Type(() => Number)
  @IsInt({ message: 'DATA_PORT must be a whole number from 0 to 65535' })
  @Min(0, { message: 'DATA_PORT must be a whole number from 0 to 65535' })
  @Max(65_535, { message: 'DATA_PORT must be a whole number from 0 to 65535' })
  DATA_PORT: number = 3003;

  /** Falls back to DATABASE_URL. */

  /** Falls back to DATABASE_URL. */
  @Matches(/^postgres(?:ql)?:\/\//, {
    message: 'DATA_DATABASE_URL (or DATABASE_URL) must name the database: postgresql://user:password@host:port/name',
  })
  DATA_DATABASE_URL: string = '';

  @Type(() => Number)
  @IsInt({ message: 'DATA_POOL_MAX must be a whole number from 4 to 200' })
  @Min(4, { message: 'DATA_POOL_MAX must be a whole number from 4 to 200' })
  @Max(200, { message: 'DATA_POOL_MAX must be a whole number from 4 to 200' })
  DATA_POOL_MAX: number = 20;

  /** Addresses and CIDR ranges that may read wallets' data, by commas; empty: everybody. */
  @Validate(IsIpAllowlist, {
    message: 'DATA_IP_ALLOWLIST must be addresses or CIDR ranges separated by commas, e.g. "10.0.0.0/8,::1"',
  })
  DATA_IP_ALLOWLIST: string = '';

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

  /** What the surface speaks at its root; the public dialect is always at /public. */
  @IsIn(DIALECTS, { message: `DATA_DIALECT must be one of ${DIALECTS.join(', ')}` })
  DATA_DIALECT: string = 'interface';

  @IsIn(LOG_LEVELS, { message: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}` })
  LOG_LEVEL: string = 'info';
}

export interface DataConfig {
  readonly port: number;
  readonly databaseUrl: string;
  readonly poolMax: number;
  readonly ipAllowlist: IpAllowlist;
  readonly trustedProxies: number;
  /** Of a network address, at one time. */
  readonly connectionsPerAddress: number;
  /** Whether callers who ask too often are refused. */
  readonly hasLimits: boolean;
  /** SHA-256 of the key of the operator's view; null: there is none. */
  readonly operatorKeyDigest: Buffer | null;
  readonly dialect: 'interface' | 'public';
  readonly logLevel: string;
  readonly nats: NatsSettings;
}

/** Reads the environment; throws ConfigError with every fault. */
export function readDataConfig(environment: NodeJS.ProcessEnv): DataConfig {
  const given = { ...environment, DATA_DATABASE_URL: environment['DATA_DATABASE_URL'] || environment['DATABASE_URL'] };
  const read = readConfig(DataEnvironment, given);
  const ipAllowlist = IpAllowlist.parse(read.DATA_IP_ALLOWLIST);
  if (ipAllowlist === null) throw new Error('DATA_IP_ALLOWLIST passed its check and cannot be read');
  return {
    port: read.DATA_PORT,
    databaseUrl: read.DATA_DATABASE_URL,
    poolMax: read.DATA_POOL_MAX,
    ipAllowlist,
    trustedProxies: read.TRUSTED_PROXIES,
    connectionsPerAddress: read.CONNECTIONS_PER_ADDRESS,
    hasLimits: read.LIMITS === 'on',
    operatorKeyDigest: operatorKeyDigest(read.OPERATOR_VIEW_KEY_SHA256),
    dialect: read.DATA_DIALECT === 'public' ? 'public' : 'interface',
    logLevel: read.LOG_LEVEL,
    nats: natsSettings(read, 'data'),
  };
}
