import { termsFault } from '@foretell/exchange';
import type { Listing } from './listing';

type Kind = (value: unknown) => boolean;

const INT4_MAX = 2_147_483_647;

const isText: Kind = (value) => typeof value === 'string';
const isFlag: Kind = (value) => typeof value === 'boolean';
const isCount: Kind = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isSmallCount: Kind = (value) => typeof value === 'number' && isCount(value) && value <= INT4_MAX;
const isList: Kind = (value) => Array.isArray(value);
const isRecord: Kind = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts: Kind = (value) => Array.isArray(value) && value.every(isText);
const matches =
  (pattern: RegExp): Kind =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const orNull =
  (kind: Kind): Kind =>
  (value) =>
    value === null || kind(value);

/** 256 bits, as the token of a signed order. */
const isToken = matches(/^[0-9]{1,78}$/);

/** Limits of the tables and their indexes, so that every committed listing can be projected. */
const KINDS: { readonly [F in keyof Listing]: Kind } = {
  conditionId: matches(/^0x[0-9a-f]{64}$/),
  token0Id: isToken,
  token1Id: isToken,
  outcome0: isText,
  outcome1: isText,
  marketId: orNull(isCount),
  questionId: isText,
  question: isText,
  slug: isText,
  description: isText,
  icon: isText,
  image: isText,
  active: isFlag,
  closed: isFlag,
  archived: isFlag,
  negRisk: isFlag,
  negRiskMarketId: isText,
  negRiskRequestId: isText,
  endDate: orNull(isText),
  gameStartTime: orNull(isText),
  rewardsRates: isList,
  rewardsMinSizeMicros: isCount,
  rewardsMaxSpreadPips: isSmallCount,
  eventId: orNull(isText),
  eventSlug: orNull(isText),
  eventTitle: orNull(isText),
  eventTicker: orNull(isText),
  eventDescription: orNull(isText),
  tags: isTexts,
  rawMetadata: isRecord,
  catalogTerms: isRecord,
  sourceWord: isRecord,
};

/** Why a market cannot be listed, as a sentence; null when it can. */
export function listingFault(listing: Listing): string | null {
  const fields = new Map<string, unknown>(Object.entries(listing));
  for (const [field, isKind] of Object.entries(KINDS)) {
    if (!isKind(fields.get(field))) return `${field} cannot be ${shown(fields.get(field))}`;
  }
  const fault = termsFault(listing.catalogTerms);
  return fault === null ? null : `no market may have ${fault.field} ${fault.value}`;
}

const SHOWN_CHARACTERS_MAX = 80;

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, SHOWN_CHARACTERS_MAX);
}
