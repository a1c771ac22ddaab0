import { USUAL_BOUNDS, type ExchangeBounds, type ExchangeRules } from '@foretell/exchange';
import { readAuthConfig, type AuthConfig } from '@foretell/platform-auth';
import { readNatsSettings, type NatsSettings } from '@foretell/platform-nats';
import { ConfigError, ConnectionsField, OperatorKeyField, operatorKeyDigest, readConfig } from '@foretell/platform-server';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { parseUsdcDecimal, type UsdcMicros } from '@foretell/units';

const asBoolean = Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value));

/** The fact of a trade of so many fills, each as long as can be, still fits a message. */
export const FILLS_LIMIT = 1_500;

/** Clients sign an order when they send it. */
const DAY_SECONDS = 86_400;

class ClobEnvironment {
  @Type(() => Number)
  @IsInt({ message: 'CLOB_PORT must be a port number' })
  @Min(0, { message: 'CLOB_PORT must be a port number' })
  @Max(65_535, { message: 'CLOB_PORT must be a port number' })
  CLOB_PORT: number = 3001;

  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'CLOB_DATABASE_URL must be a postgresql:// URL' })
  CLOB_DATABASE_URL?: string;

  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must be a postgresql:// URL' })
  DATABASE_URL?: string;

  @Type(() => Number)
  @IsInt({ message: 'CLOB_POOL_MAX must be a whole number of connections' })
  @Min(2, { message: 'CLOB_POOL_MAX must be at least 2' })
  CLOB_POOL_MAX: number = 10;

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    message: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
  })
  LOG_LEVEL: string = 'info';

  @asBoolean
  @IsBoolean({ message: 'SANDBOX must be true or false' })
  SANDBOX: boolean = false;

  @Matches(/^[0-9]{1,9}(\.[0-9]{1,6})?$/, { message: 'SANDBOX_CREDIT must be an amount in USDC, such as 10000' })
  SANDBOX_CREDIT: string = '10000';

  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'ORDER_MAX_AGE_SECONDS must be whole seconds' })
  @Min(0, { message: 'ORDER_MAX_AGE_SECONDS must not be negative; 0 for any age' })
  ORDER_MAX_AGE_SECONDS?: number;

  @Type(() => Number)
  @IsInt({ message: 'GTD_MIN_SECONDS must be whole seconds' })
  @Min(0, { message: 'GTD_MIN_SECONDS must not be negative' })
  GTD_MIN_SECONDS: number = 60;

  @Type(() => Number)
  @IsInt({ message: 'OPEN_ORDERS_MAX must be a whole number of orders' })
  @Min(1, { message: 'OPEN_ORDERS_MAX must be at least 1' })
  OPEN_ORDERS_MAX: number = USUAL_BOUNDS.openOrdersMax;

  @Type(() => Number)
  @IsInt({ message: 'MARKET_ORDERS_MAX must be a whole number of orders' })
  @Min(1, { message: 'MARKET_ORDERS_MAX must be at least 1' })
  MARKET_ORDERS_MAX: number = USUAL_BOUNDS.marketOrdersMax;

  @Type(() => Number)
  @IsInt({ message: 'FILLS_MAX must be a whole number from 1 to 1500' })
  @Min(1, { message: 'FILLS_MAX must be a whole number from 1 to 1500' })
  @Max(FILLS_LIMIT, { message: 'FILLS_MAX must be a whole number from 1 to 1500, so that the fact of a trade fits a message' })
  FILLS_MAX: number = USUAL_BOUNDS.fillsMax;

  @Type(() => Number)
  @IsInt({ message: 'STEP_MAX must be a whole number from 1 to 10000' })
  @Min(1, { message: 'STEP_MAX must be a whole number from 1 to 10000' })
  @Max(10_000, { message: 'STEP_MAX must be a whole number from 1 to 10000' })
  STEP_MAX: number = USUAL_BOUNDS.stepMax;

  @IsIn(['taker', 'book'], {
    message: 'PRICE_SIDE_SEMANTICS must be taker (BUY answers the best ask) or book (BUY answers the best bid)',
  })
  PRICE_SIDE_SEMANTICS: 'taker' | 'book' = 'taker';

  @Type(() => Number)
  @IsInt({ message: 'TRUSTED_PROXIES must be the number of proxies in front' })
  @Min(0, { message: 'TRUSTED_PROXIES must be the number of proxies in front' })
  TRUSTED_PROXIES: number = 0;

  @ConnectionsField()
  CONNECTIONS_PER_ADDRESS: number = 1000;

  @IsIn(['on', 'off'], { message: 'LIMITS must be on or off' })
  LIMITS: 'on' | 'off' = 'on';

  @OperatorKeyField()
  OPERATOR_VIEW_KEY_SHA256?: string;

  @Type(() => Number)
  @IsInt({ message: 'SHED_AFTER_MILLIS must be whole milliseconds' })
  @Min(1, { message: 'SHED_AFTER_MILLIS must be at least 1' })
  SHED_AFTER_MILLIS: number = 50;

  @Type(() => Number)
  @IsInt({ message: 'LEASE_SILENCE_MILLIS must be whole milliseconds' })
  @Min(500, { message: 'LEASE_SILENCE_MILLIS must be at least 500: the writer shows four times a second that it is alive' })
  LEASE_SILENCE_MILLIS: number = 1000;

  @Type(() => Number)
  @IsInt({ message: 'CLOCK_SKEW_MAX_MILLIS must be whole milliseconds' })
  @Min(100, { message: 'CLOCK_SKEW_MAX_MILLIS must be at least 100: clocks of two machines are never quite the same' })
  CLOCK_SKEW_MAX_MILLIS: number = 2000;

  @Type(() => Number)
  @IsInt({ message: 'KEYS_PER_ADDRESS_MAX must be a whole number of keys' })
  @Min(1, { message: 'KEYS_PER_ADDRESS_MAX must be at least 1' })
  KEYS_PER_ADDRESS_MAX: number = 100;
}

/** What the trading surface runs with. */
export interface ClobConfig {
  readonly port: number;
  readonly databaseUrl: string;
  readonly poolMax: number;
  readonly logLevel: string;
  /** Credit of a wallet's first API key; null outside the sandbox. */
  readonly sandboxCreditMicros: UsdcMicros | null;
  readonly gtdMinimumSeconds: number;
  /** How long ago an order may have been signed; null: however long, or at a time that it does not say. */
  readonly orderMaxAgeSeconds: number | null;
  /** What a wallet may leave open, and what one command may do. */
  readonly bounds: ExchangeBounds;
  readonly priceSideSemantics: 'taker' | 'book';
  readonly trustedProxies: number;
  /** Of a network address, at one time. */
  readonly connectionsPerAddress: number;
  /** Whether callers who ask too often are refused. */
  readonly hasLimits: boolean;
  /** SHA-256 of the key of the operator's view; null: there is none. */
  readonly operatorKeyDigest: Buffer | null;
  /** How much work may wait before new writes are refused. */
  readonly shedAfterMillis: number;
  /** A writer that was silent for so long loses its lease to a replica that waits for it. */
  readonly leaseSilenceMillis: number;
  /** A process whose clock differs from PostgreSQL's by more does not write. */
  readonly clockSkewMaxMillis: number;
  /** This program's file, of which a second process may be started; null where there is none, as under test. */
  readonly program: string | null;
  /** Of each kind, revoked ones included. */
  readonly keysPerAddressMax: number;
  /** Ends the process after a failure that only a recovery can settle. */
  readonly terminate: (cause: unknown) => void;
  readonly auth: AuthConfig;
  readonly nats: NatsSettings;
}

/** The rules of the exchange that this surface runs. */
export function exchangeRules({ gtdMinimumSeconds, bounds }: ClobConfig): ExchangeRules {
  return { gtdMinimumMillis: gtdMinimumSeconds * 1_000, bounds };
}

/** Injects the ClobConfig. */
export const CLOB_CONFIG = Symbol('ClobConfig');

/**
 * Reads the surface's own variables, those of authentication and those of NATS; throws one ConfigError with the faults of all.
 */
export function readClobConfig(environment: NodeJS.ProcessEnv = process.env): ClobConfig {
  const faults: string[] = [];
  const own = faultless(faults, () => readOwn(environment));
  const auth = faultless(faults, () => readAuthConfig(environment));
  const nats = faultless(faults, () => readNatsSettings('clob', environment));
  // Money is at stake wherever the sandbox is off.
  if (own?.sandboxCreditMicros === null) faults.push(...(auth?.foreignDomainFaults ?? []));
  if (faults.length > 0 || own === undefined || auth === undefined || nats === undefined) throw new ConfigError(faults);
  return { ...own, auth, nats };
}

function readOwn(environment: NodeJS.ProcessEnv): Omit<ClobConfig, 'auth' | 'nats'> {
  const read = readConfig(ClobEnvironment, environment);
  const credit = parseUsdcDecimal(read.SANDBOX_CREDIT);
  if (!credit.ok) throw new Error(`SANDBOX_CREDIT: ${credit.reason}`);
  return {
    port: read.CLOB_PORT,
    databaseUrl: read.CLOB_DATABASE_URL ?? read.DATABASE_URL ?? 'postgresql://127.0.0.1:5432/foretell',
    poolMax: read.CLOB_POOL_MAX,
    logLevel: read.LOG_LEVEL,
    sandboxCreditMicros: read.SANDBOX ? credit.value : null,
    gtdMinimumSeconds: read.GTD_MIN_SECONDS,
    orderMaxAgeSeconds: (read.ORDER_MAX_AGE_SECONDS ?? (read.SANDBOX ? 0 : DAY_SECONDS)) || null,
    bounds: {
      openOrdersMax: read.OPEN_ORDERS_MAX,
      marketOrdersMax: read.MARKET_ORDERS_MAX,
      fillsMax: read.FILLS_MAX,
      stepMax: read.STEP_MAX,
    },
    priceSideSemantics: read.PRICE_SIDE_SEMANTICS,
    trustedProxies: read.TRUSTED_PROXIES,
    connectionsPerAddress: read.CONNECTIONS_PER_ADDRESS,
    hasLimits: read.LIMITS === 'on',
    operatorKeyDigest: operatorKeyDigest(read.OPERATOR_VIEW_KEY_SHA256),
    shedAfterMillis: read.SHED_AFTER_MILLIS,
    leaseSilenceMillis: read.LEASE_SILENCE_MILLIS,
    clockSkewMaxMillis: read.CLOCK_SKEW_MAX_MILLIS,
    program: process.argv[1] ?? null,
    keysPerAddressMax: read.KEYS_PER_ADDRESS_MAX,
    // After a turn, so that the log line is out.
    terminate: () => setImmediate(() => process.exit(1)),
  };
}

function faultless<T>(faults: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
