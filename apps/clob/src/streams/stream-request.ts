import { BadMessage } from '@foretell/platform-server';

/** A client's request on /ws/market, parsed from its message. */
export interface MarketRequest {
  readonly isSubscribe: boolean;
  readonly tokenIds: readonly string[];
  /** Null: unchanged. */
  readonly isCustom: boolean | null;
  readonly isDumped: boolean;
  /** For each token the last sequence seen; null where the client has seen none. */
  readonly since: (tokenId: string) => number | null;
  /** Of these sequences; null when not given. */
  readonly lineage: string | null;
  /** Whether `since` was given, whatever it holds: each step is then sent in one frame. */
  readonly isBundled: boolean;
}

/** A client's request on /ws/user. */
export interface UserRequest {
  readonly isSubscribe: boolean;
  /** Empty: all. */
  readonly markets: readonly string[];
  readonly auth: { readonly apiKey: string; readonly secret: string; readonly passphrase: string } | null;
  readonly since: number | null;
  /** Of that sequence; null when not given. */
  readonly lineage: string | null;
}

/** The last sequence that a client has seen. */
export interface SeenPlace {
  readonly sequence: number;
  readonly lineage: string | null;
}

/** Beyond any commit: from now on. */
const FROM_NOW = Number.MAX_SAFE_INTEGER;

/** Whether a stream of this lineage can resume there: in another lineage, the sequence is that of a different commit. */
export function isOfLineage({ sequence, lineage: seen }: SeenPlace, lineage: string): boolean {
  return sequence === FROM_NOW || seen === lineage;
}

type Fields = Readonly<Record<string, unknown>>;

/** Throws BadMessage. Source: protocol 13. */
export function readMarketRequest(text: string): MarketRequest {
  const fields = fieldsOf(text, 'market');
  const since = fields['since'];
  return {
    isSubscribe: isSubscribe(fields),
    // One published client sends assets_ids.
    tokenIds: texts(fields, fields['assets_ids'] === undefined ? 'asset_ids' : 'assets_ids'),
    isCustom: flag(fields, 'custom_feature_enabled'),
    isDumped: flag(fields, 'initial_dump') ?? true,
    since: typeof since === 'object' && since !== null ? (tokenId) => sequence(Reflect.get(since, tokenId)) : sinceAll(since),
    lineage: lineageIn(fields),
    isBundled: typeof since === 'number' || (typeof since === 'object' && since !== null),
  };
}

/** Throws BadMessage. Source: protocol 13. */
export function readUserRequest(text: string): UserRequest {
  const fields = fieldsOf(text, 'user');
  return {
    isSubscribe: isSubscribe(fields),
    markets: texts(fields, 'markets').map((market) => market.toLowerCase()),
    auth: credentials(fields['auth']),
    since: sequence(fields['since']),
    lineage: lineageIn(fields),
  };
}

function fieldsOf(text: string, channel: 'market' | 'user'): Fields {
  const value = json(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadMessage('invalid_message', 'a message is a JSON object, or the text PING');
  const fields: Fields = Object.fromEntries(Object.entries(value));
  const { type } = fields;
  // The path determines the channel; a Go client's type on /ws/user is its operation.
  if (type !== undefined && (typeof type !== 'string' || ![channel, 'subscribe'].includes(type.toLowerCase())))
    throw new BadMessage('invalid_type', `type is ${channel} here`);
  return fields;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadMessage('invalid_message', 'a message is a JSON object, or the text PING');
  }
}

function isSubscribe({ operation }: Fields): boolean {
  if (operation === undefined || operation === null || operation === 'subscribe') return true;
  if (operation === 'unsubscribe') return false;
  throw new BadMessage('invalid_operation', 'operation is subscribe or unsubscribe');
}

function texts(fields: Fields, name: string): readonly string[] {
  const list = fields[name] ?? [];
  if (!Array.isArray(list)) throw new BadMessage('invalid_message', `${name} is a list of texts`);
  return list.map((each: unknown) => {
    if (typeof each !== 'string') throw new BadMessage('invalid_message', `${name} is a list of texts`);
    return each;
  });
}

function flag(fields: Fields, name: string): boolean | null {
  const value = fields[name] ?? null;
  if (value === null || typeof value === 'boolean') return value;
  throw new BadMessage('invalid_message', `${name} is true or false`);
}

function sinceAll(value: unknown): () => number | null {
  const since = sequence(value);
  return () => since;
}

function sequence(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new BadMessage('invalid_since', 'since is a sequence: a whole number, 0 or more');
}

function lineageIn({ lineage }: Fields): string | null {
  if (lineage === undefined || lineage === null) return null;
  if (typeof lineage === 'string') return lineage;
  throw new BadMessage('invalid_lineage', 'lineage is the text that came with the sequence');
}

function credentials(value: unknown): UserRequest['auth'] {
  if (value === undefined || value === null) return null;
  const fields: Fields = typeof value === 'object' ? Object.fromEntries(Object.entries(value)) : {};
  const { apiKey, secret, passphrase } = fields;
  if (typeof apiKey === 'string' && typeof secret === 'string' && typeof passphrase === 'string')
    return { apiKey, secret, passphrase };
  throw new BadMessage('invalid_auth', 'auth holds apiKey, secret and passphrase');
}
