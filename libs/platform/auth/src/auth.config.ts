import { availableParallelism } from 'node:os';
import type { ClobAuthTerms, ExchangePreset, SignatureRules, SignatureType } from '@foretell/signing';
import { EXCHANGE_PRESETS } from '@foretell/signing';
import { ConfigError, readConfig } from '@foretell/platform-server';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { MasterKeys } from './keys/master-keys';
import { Secret } from './keys/secret';
import { venueOf } from './venue';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const PREFIX = '[A-Z][A-Z0-9_]{0,30}';
const MAX_AGE_SECONDS = 3600;
/** More than one writer's thread can be fed by. */
const AUTO_THREADS_MAX = 8;

/** The environment variables of authentication; the property names are the variables' names. */
class AuthVariables {
  @Matches(new RegExp(`^${PREFIX}$`), { message: 'AUTH_HEADER_PREFIX must be upper-case letters, digits and underscores' })
  AUTH_HEADER_PREFIX: string = 'SERVICE';

  /** Other accepted prefixes, by comma; empty or `none` for no others. */
  @Matches(new RegExp(`^(none|${PREFIX}(,${PREFIX})*)$`), {
    message: 'AUTH_HEADER_ALIASES must be prefixes separated by commas, or none',
  })
  AUTH_HEADER_ALIASES: string = 'POLY,KUEST';

  /** The API keys that are made now are derived from it. */
  @Matches(/^([0-9a-fA-F]{2}){32,}$/, { message: 'AUTH_MASTER_KEY must be at least 32 bytes in hex' })
  AUTH_MASTER_KEY: string = '';

  /** Stored beside each key that is made: one more whenever AUTH_MASTER_KEY is changed. */
  @Type(() => Number)
  @IsInt({ message: 'AUTH_MASTER_KEY_VERSION must be a whole number' })
  @Min(1)
  @Max(1_000_000)
  AUTH_MASTER_KEY_VERSION: number = 1;

  /** Master keys before it, `1:hex,2:hex`: keys of a version that stands here are good, of one that does not are no more. */
  @Matches(/^$|^[1-9][0-9]{0,5}:([0-9a-fA-F]{2}){32,}(,[1-9][0-9]{0,5}:([0-9a-fA-F]{2}){32,})*$/, {
    message: 'AUTH_OLD_MASTER_KEYS must be VERSION:HEX, several separated by commas',
  })
  AUTH_OLD_MASTER_KEYS: string = '';

  @Type(() => Number)
  @IsInt({ message: 'AUTH_MAX_AGE_SECONDS must be a whole number' })
  @Min(1)
  @Max(MAX_AGE_SECONDS)
  AUTH_MAX_AGE_SECONDS: number = 60;

  @Type(() => Number)
  @IsInt({ message: 'AUTH_MAX_AGE_READ_SECONDS must be a whole number' })
  @Min(1)
  @Max(MAX_AGE_SECONDS)
  AUTH_MAX_AGE_READ_SECONDS: number = 300;

  @IsIn(Object.keys(EXCHANGE_PRESETS))
  EXCHANGE_PRESET: ExchangePreset = 'polymarket-v2';

  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'CHAIN_ID must be a whole number' })
  @Min(1)
  CHAIN_ID?: number;

  @IsOptional()
  @MaxLength(100)
  EXCHANGE_DOMAIN_NAME?: string;

  @IsOptional()
  @MaxLength(20)
  EXCHANGE_DOMAIN_VERSION?: string;

  @IsOptional()
  @Matches(ADDRESS, { message: 'EXCHANGE_DOMAIN_CONTRACT must be an address' })
  EXCHANGE_DOMAIN_CONTRACT?: string;

  @IsOptional()
  @Matches(ADDRESS, { message: 'EXCHANGE_DOMAIN_NEG_RISK_CONTRACT must be an address' })
  EXCHANGE_DOMAIN_NEG_RISK_CONTRACT?: string;

  @Matches(/^[0-3](,[0-3])*$/, { message: 'ALLOWED_SIGNATURE_TYPES must be numbers 0 to 3 separated by commas' })
  ALLOWED_SIGNATURE_TYPES: string = '0,1,2,3';

  /** Of the statement for an API key; `{EXCHANGE_DOMAIN_NAME} Auth` where that is given, what published clients sign elsewhere. */
  @IsOptional()
  @MaxLength(100)
  AUTH_DOMAIN_NAME?: string;

  /** Text of the statement for an API key. */
  @IsOptional()
  @MaxLength(200)
  AUTH_MESSAGE?: string;

  /** Only in the domain of the preset polymarket-v2, and there unless it is false. */
  @IsOptional()
  @IsIn(['true', 'false'])
  ACCEPT_V1_ORDERS?: 'true' | 'false';

  /** The word for signing in a live venue's domain outside the sandbox. */
  @IsIn(['yes', 'no'])
  ACCEPT_FOREIGN_DOMAIN: 'yes' | 'no' = 'no';

  @Matches(/^(auto|[0-9]{1,2})$/, { message: 'SIGNATURE_THREADS must be auto or a number of threads' })
  SIGNATURE_THREADS: string = 'auto';
}

/** How callers prove who they are and how orders are signed. */
export interface AuthConfig {
  /** Accepted header prefixes, the service's own first. */
  readonly prefixes: readonly string[];
  readonly masterKeys: MasterKeys;
  /** Window around now for writes and for L1, both ways. */
  readonly maxAgeSeconds: number;
  /** The wider window for reads: clients sign once for a whole paged listing. */
  readonly maxAgeReadSeconds: number;
  readonly signatureRules: SignatureRules;
  /** What names the venue in the statement for an API key. */
  readonly login: ClobAuthTerms;
  /** The same in the statement for a key of a sign-in. */
  readonly session: ClobAuthTerms;
  /** Why what is signed here is good at a live venue too, as faults of a configuration that has money at stake. */
  readonly foreignDomainFaults: readonly string[];
  /** Threads that recover the signers of orders; 0 for none. */
  readonly signatureThreads: number;
}

/** The injection token of AuthConfig. */
export const AUTH_CONFIG = Symbol('AuthConfig');

const SIGNATURE_TYPES: readonly SignatureType[] = [0, 1, 2, 3];

/** The configuration that checked variables state; for an app that reads them together with its own. */
function authConfigOf(variables: AuthVariables): AuthConfig {
  const aliases = variables.AUTH_HEADER_ALIASES === 'none' ? [] : variables.AUTH_HEADER_ALIASES.split(',');
  const venue = venueOf(variables);
  if (venue.faults.length > 0) throw new ConfigError(venue.faults);
  const allowed = variables.ALLOWED_SIGNATURE_TYPES.split(',').map(Number);
  return {
    prefixes: [...new Set([variables.AUTH_HEADER_PREFIX, ...aliases])],
    masterKeys: new MasterKeys(
      variables.AUTH_MASTER_KEY_VERSION,
      new Secret(Buffer.from(variables.AUTH_MASTER_KEY, 'hex')),
      MasterKeys.older(variables.AUTH_OLD_MASTER_KEYS),
    ),
    maxAgeSeconds: variables.AUTH_MAX_AGE_SECONDS,
    maxAgeReadSeconds: variables.AUTH_MAX_AGE_READ_SECONDS,
    login: venue.login,
    session: venue.session,
    foreignDomainFaults: variables.ACCEPT_FOREIGN_DOMAIN === 'yes' ? [] : venue.foreignFaults,
    signatureRules: {
      ...venue.domains,
      allowedSignatureTypes: SIGNATURE_TYPES.filter((type) => allowed.includes(type)),
    },
    signatureThreads: threadsOf(variables.SIGNATURE_THREADS),
  };
}

/**
 * This process's own thread takes a core, and what it writes to half of another: one thread has room beside them. On a single
 * core there is none for it.
 */
function threadsOf(text: string): number {
  if (text !== 'auto') return Number(text);
  const cores = availableParallelism();
  return cores === 1 ? 0 : Math.max(1, Math.min(cores - 2, AUTO_THREADS_MAX));
}

/** Reads and checks the environment; throws a ConfigError with all faults and no values. Source: decisions, Identity. */
export function readAuthConfig(environment: NodeJS.ProcessEnv = process.env): AuthConfig {
  // An empty list of aliases is a choice, while for all other variables empty means unset.
  const hasNoAliases = environment['AUTH_HEADER_ALIASES'] === '';
  return authConfigOf(readConfig(AuthVariables, hasNoAliases ? { ...environment, AUTH_HEADER_ALIASES: 'none' } : environment));
}
