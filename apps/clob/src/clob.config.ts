import { USUAL_BOUNDS, type ExchangeBounds, type ExchangeRules } from '@foretell/exchange';
import { authConfigOf, AuthVariables, foreignDomainFaults, withAliases, type AuthConfig } from '@foretell/platform-auth';
import { natsSettings, type NatsSettings } from '@foretell/platform-nats';
import {
  DatabaseUrl,
  Port,
  readServiceVariables,
  serviceConfigOf,
  Text,
  TrueOrFalse,
  WholeNumber,
  type ServiceConfig,
} from '@foretell/platform-server';
import { parseUsdcDecimal, type UsdcMicros } from '@foretell/units';

/** Clients sign an order when they send it. */
const DAY_SECONDS = 86_400;
/** Clocks synchronised by NTP differ by milliseconds. An order that expires too early cannot be restored. */
const CLOCK_SKEW_MAX_MILLIS = 2_000;
/** More than a wallet's programs need. Each key is a permanent row. */
const KEYS_PER_ADDRESS_MAX = 100;

/** The variables of the trading service. @public: tools/config.mjs describes them. */
export class ClobVariables extends AuthVariables {
  @Port({ min: 0, does: 'port of clob' })
  CLOB_PORT: number = 3001;

  @DatabaseUrl('clob')
  CLOB_DATABASE_URL: string = '';

  @WholeNumber({ min: 2, max: 200, unit: 'connections', does: 'database connections of a process of clob, for public reads' })
  CLOB_POOL_MAX: number = 10;

  @Text({
    pattern: /^[0-9]{1,9}(\.[0-9]{1,6})?$/,
    is: 'an amount in USDC, such as 10000',
    does: 'USDC that a wallet gets once in the sandbox, with its first API key',
  })
  SANDBOX_CREDIT: string = '10000';

  @Text({
    pattern: /^([0-9]{1,9}(\.[0-9]{1,6})?)?$/,
    is: 'an amount in USDC, such as 10000',
    does: 'a credit of more USDC takes effect when another operator approves it (`ops ledger approve`)',
    unset: 'no approval',
  })
  CREDIT_APPROVAL_ABOVE: string = '';

  @WholeNumber({
    min: 0,
    unit: 'seconds',
    does: 'maximum age of an order by its signed timestamp; 0: no limit',
    unset: '`86400` (`0` in the sandbox)',
  })
  ORDER_MAX_AGE_SECONDS?: number;

  @WholeNumber({ min: 0, unit: 'seconds', does: 'minimum time until a GTD order expires' })
  GTD_MIN_SECONDS: number = 60;

  @WholeNumber({ min: 1, unit: 'orders', does: 'maximum open orders of a wallet ([bounds](DOCS/decisions/bounds.md))' })
  OPEN_ORDERS_MAX: number = USUAL_BOUNDS.openOrdersMax;

  @WholeNumber({ min: 1, unit: 'orders', does: 'maximum open orders of a wallet in one market' })
  MARKET_ORDERS_MAX: number = USUAL_BOUNDS.marketOrdersMax;

  @WholeNumber({
    min: 1,
    unit: 'milliseconds',
    does: 'maximum expected wait of a new write whose request names no timeout; beyond it 503 with Retry-After ([admission](DOCS/decisions/admission.md))',
  })
  SHED_AFTER_MILLIS: number = 250;

  @WholeNumber({
    min: 0,
    unit: 'seconds',
    does: 'dispute window: how long a proposed result can be objected to before it can be finalised ([resolution](DOCS/decisions/resolution.md))',
  })
  RESOLUTION_DISPUTE_SECONDS: number = 7_200;

  @WholeNumber({
    min: 0,
    unit: 'seconds',
    does: 'grace period: how long a finalised result can be reversed before it is paid; 0: paid at once',
  })
  RESOLUTION_GRACE_SECONDS: number = 3_600;

  @TrueOrFalse({ does: '`true`: a proposed result without a source link is refused' })
  RESOLUTION_SOURCE_REQUIRED: boolean = false;

  @TrueOrFalse({ does: '`false`: one operator alone cannot resolve a market; `ops markets resolve` is refused' })
  RESOLUTION_DIRECT: boolean = true;

  /** The writer sends four heartbeats a second. */
  @WholeNumber({
    min: 500,
    unit: 'milliseconds',
    does: 'time without a heartbeat after which a waiting replica takes the lease',
  })
  LEASE_SILENCE_MILLIS: number = 1000;

  @Text({
    pattern: /^(?:[A-Z][A-Z0-9](?:-[A-Z0-9]{1,3})?(?:,(?!$)|$))*$/,
    is: 'codes of ISO 3166, such as IR,UA-43',
    does: 'countries and regions from which orders are refused; `XX`: unknown to the proxy ([operations](DOCS/operate/postgresql-and-proxy.md#places-that-may-not-trade))',
    unset: 'none',
  })
  GEOBLOCK_PLACES: string = '';

  @Text({
    pattern: /^[a-z0-9-]+,[a-z0-9-]+$/,
    is: 'two names in lower case, such as cf-ipcountry,cf-region-code',
    does: 'headers in which the proxy sends the country and the region of a caller',
  })
  GEOBLOCK_HEADERS: string = 'cf-ipcountry,cf-region-code';
}

/** How markets are resolved and paid. */
interface ResolutionSettings {
  readonly windowMillis: number;
  readonly graceMillis: number;
  readonly isSourceRequired: boolean;
  /** Whether one operator, or a result of the catalog's source, may resolve a market without a proposal. */
  readonly isDirectAllowed: boolean;
}

/** Configuration of the trading service. */
export interface ClobConfig extends ServiceConfig {
  readonly port: number;
  readonly databaseUrl: string;
  readonly poolMax: number;
  /**
   * Countries and regions (ISO 3166) from which orders are refused, and the headers in which the proxy sends the caller's
   * location.
   */
  readonly geoblock: {
    readonly places: ReadonlySet<string>;
    readonly countryHeader: string;
    readonly regionHeader: string;
  };
  /** Credit of a wallet's first API key; null outside the sandbox. */
  readonly sandboxCreditMicros: UsdcMicros | null;
  /** A larger credit needs a second operator; null: no credit does. */
  readonly creditApprovalAboveMicros: UsdcMicros | null;
  readonly gtdMinimumSeconds: number;
  /** Maximum age of an order by its signing time; null: no limit, and orders without a signing time are accepted. */
  readonly orderMaxAgeSeconds: number | null;
  /** Limits of open orders per wallet, and of the work of one command. */
  readonly bounds: ExchangeBounds;
  readonly resolution: ResolutionSettings;
  /** Maximum queued work before new writes are refused. */
  readonly shedAfterMillis: number;
  /** A writer without heartbeats for this long loses its lease to a waiting replica. */
  readonly leaseSilenceMillis: number;
  /** Maximum clock difference to PostgreSQL with which a process writes. */
  readonly clockSkewMaxMillis: number;
  /** File of this program, to start a second process; null in tests. */
  readonly program: string | null;
  /** Of each kind, revoked ones included. */
  readonly keysPerAddressMax: number;
  /** Ends the process after a failure that only a recovery can settle. */
  readonly terminate: (cause: unknown) => void;
  readonly auth: AuthConfig;
  readonly nats: NatsSettings;
}

/** The rules of the exchange that this service runs. */
export function exchangeRules({ gtdMinimumSeconds, bounds }: ClobConfig): ExchangeRules {
  return { gtdMinimumMillis: gtdMinimumSeconds * 1_000, bounds };
}

/** Injects the ClobConfig. */
export const CLOB_CONFIG = Symbol('ClobConfig');

/** Reads the environment; throws a ConfigError with every fault. */
export function readClobConfig(environment: NodeJS.ProcessEnv = process.env): ClobConfig {
  const read = readServiceVariables(ClobVariables, 'CLOB_DATABASE_URL', withAliases(environment), faultsTogether);
  const credit = parseUsdcDecimal(read.SANDBOX_CREDIT);
  if (!credit.ok) throw new Error(`SANDBOX_CREDIT: ${credit.reason}`);
  const bound =
    read.CREDIT_APPROVAL_ABOVE === '' ? ({ ok: true, value: null } as const) : parseUsdcDecimal(read.CREDIT_APPROVAL_ABOVE);
  if (!bound.ok) throw new Error(`CREDIT_APPROVAL_ABOVE: ${bound.reason}`);
  const [countryHeader = '', regionHeader = ''] = read.GEOBLOCK_HEADERS.split(',');
  return {
    ...serviceConfigOf(read),
    port: read.CLOB_PORT,
    databaseUrl: read.CLOB_DATABASE_URL,
    poolMax: read.CLOB_POOL_MAX,
    geoblock: { places: new Set(read.GEOBLOCK_PLACES.split(',').filter(Boolean)), countryHeader, regionHeader },
    sandboxCreditMicros: read.SANDBOX ? credit.value : null,
    creditApprovalAboveMicros: bound.value,
    gtdMinimumSeconds: read.GTD_MIN_SECONDS,
    orderMaxAgeSeconds: (read.ORDER_MAX_AGE_SECONDS ?? (read.SANDBOX ? 0 : DAY_SECONDS)) || null,
    bounds: { ...USUAL_BOUNDS, openOrdersMax: read.OPEN_ORDERS_MAX, marketOrdersMax: read.MARKET_ORDERS_MAX },
    resolution: {
      windowMillis: read.RESOLUTION_DISPUTE_SECONDS * 1_000,
      graceMillis: read.RESOLUTION_GRACE_SECONDS * 1_000,
      isSourceRequired: read.RESOLUTION_SOURCE_REQUIRED,
      isDirectAllowed: read.RESOLUTION_DIRECT,
    },
    shedAfterMillis: read.SHED_AFTER_MILLIS,
    leaseSilenceMillis: read.LEASE_SILENCE_MILLIS,
    clockSkewMaxMillis: CLOCK_SKEW_MAX_MILLIS,
    program: process.argv[1] ?? null,
    keysPerAddressMax: KEYS_PER_ADDRESS_MAX,
    // In a later tick, so that the log line is written.
    terminate: () => setImmediate(() => process.exit(1)),
    auth: authConfigOf(read),
    nats: natsSettings(read, 'clob'),
  };
}

/** Checks combinations of variables. Outside the sandbox, real money is at stake. */
function faultsTogether(read: ClobVariables, faulty: ReadonlySet<string>): readonly string[] {
  const isUnplaced = read.GEOBLOCK_PLACES !== '' && read.TRUSTED_PROXIES === 0 && !faulty.has('TRUSTED_PROXIES');
  return [
    ...(read.SANDBOX || faulty.has('SANDBOX') ? [] : foreignDomainFaults(read, faulty)),
    ...(isUnplaced ? ['GEOBLOCK_PLACES needs a proxy that sends where callers are: set TRUSTED_PROXIES'] : []),
  ];
}
