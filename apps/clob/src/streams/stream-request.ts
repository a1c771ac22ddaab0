import { MarketSubscription } from '@foretell/contracts';
import { readMessage } from '@foretell/platform-server';

/** A client's request on /ws/market, parsed from its message. */
export interface MarketRequest {
  readonly isSubscribe: boolean;
  readonly tokenIds: readonly string[];
  /** Null: unchanged. */
  readonly isCustom: boolean | null;
  readonly isDumped: boolean;
  /** For each token the last sequence seen; null where the client has seen none. */
  readonly since: (tokenId: string) => number | null;
  /** The lineage of these sequences; null when not given. */
  readonly lineage: string | null;
  /** Whether `since` was given, with any value: each step is then sent in one frame. */
  readonly isBundled: boolean;
}

/** The last sequence that a client has seen. */
export interface SeenPlace {
  readonly sequence: number;
  readonly lineage: string | null;
}

/** Higher than any commit: from now on. */
const FROM_NOW = Number.MAX_SAFE_INTEGER;

/** Whether a stream of this lineage can resume there: in another lineage, the sequence is that of a different commit. */
export function isOfLineage({ sequence, lineage: seen }: SeenPlace, lineage: string): boolean {
  return sequence === FROM_NOW || seen === lineage;
}

/** Describes a valid message, for the refusal of an invalid one. */
export const STREAM_FORM = 'a message is a JSON object, or the text PING';

/** Throws BadMessage. Source: protocol 13. */
export function readMarketRequest(text: string): MarketRequest {
  const { since, ...message } = readMessage(MarketSubscription, text, STREAM_FORM);
  const isByToken = typeof since === 'object' && since !== null;
  return {
    isSubscribe: message.operation !== 'unsubscribe',
    tokenIds: (message.assets_ids === undefined ? message.asset_ids : message.assets_ids) ?? [],
    isCustom: message.custom_feature_enabled ?? null,
    isDumped: message.initial_dump ?? true,
    since: (tokenId) => (isByToken ? since[tokenId] : since) ?? null,
    lineage: message.lineage ?? null,
    isBundled: isByToken || typeof since === 'number',
  };
}
