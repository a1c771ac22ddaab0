import type {
  BookMessage,
  MarketResolvedMessage,
  MarketStreamMessage,
  OrderBookSummary,
  StreamControlMessage,
  UserStreamMessage,
} from '@foretell/contracts';
import { ClientError } from '../http/client-error';
import type { Platform } from '../platform/platform';
import { ProvenBook } from './proven-book';

/** A book was read anew, or changed. */
export interface BookUpdate {
  readonly tokenId: string;
  readonly sequence: number;
  /** Which history of the record the sequence belongs to: one of another lineage says nothing of it. */
  readonly lineage: string;
  /** snapshot: what happened before it is not known; change: everything since the update before is in it. */
  readonly kind: 'snapshot' | 'change';
  /** The book after it, until the next update is asked for: proven by its hash. */
  readonly book: OrderBookSummary;
  readonly messages: readonly MarketStreamMessage[];
}

/** What a WebSocket message changes; null when the books do not lead on. */
export function taken(
  copies: Map<string, ProvenBook>,
  messages: readonly (MarketStreamMessage | StreamControlMessage)[],
  sha1: Platform['sha1'],
): readonly BookUpdate[] | null {
  const books = messages.filter((message): message is BookMessage => message.event_type === 'book');
  if (books.length > 0) return books.map((book) => begun(copies, new ProvenBook(book, sha1), book, messages.filter(isOfMarket)));
  const [first] = messages;
  if (first === undefined || first.event_type === 'resumed') return [];
  if (first.event_type === 'error') throw new ClientError(first.error, { code: first.code });
  if (first.event_type === 'snapshot_required') {
    copies.delete(first.asset_id ?? '');
    return [];
  }
  const step = messages.filter(isOfMarket).filter((message) => message.event_type !== 'book');
  const tokenId = step.map(tokenOf).find((each) => each !== undefined);
  const copy = tokenId === undefined ? undefined : copies.get(tokenId);
  if (tokenId === undefined || copy === undefined) return [];
  const applied = copy.apply(step);
  if (applied === 'known') return [];
  if (applied === 'applied') return [{ tokenId, ...placeOfCopy(copy), kind: 'change', book: copy.summary, messages: step }];
  copies.delete(tokenId);
  return null;
}

function begun(
  copies: Map<string, ProvenBook>,
  copy: ProvenBook,
  { asset_id: tokenId }: BookMessage,
  messages: readonly MarketStreamMessage[],
): BookUpdate {
  const known = copies.get(tokenId);
  copies.set(tokenId, copy);
  // One that leads on from what is known comes with a change of the market's terms.
  const isContinued = known?.lineage === copy.lineage;
  const isChange = isContinued && messages.some((each) => 'previous' in each && each.previous <= known.sequence);
  return { tokenId, ...placeOfCopy(copy), kind: isChange ? 'change' : 'snapshot', book: copy.summary, messages };
}

/**
 * From where the books go on: of copies of two histories those of one, the others begin with a snapshot. `since` is there even when
 * nothing is known: with it each step comes in one frame, so a cut never falls inside a step.
 */
export function placeOf(copies: ReadonlyMap<string, ProvenBook>): object {
  const [one] = copies.values();
  const same = [...copies].filter(([, { lineage }]) => lineage === one?.lineage);
  return { since: Object.fromEntries(same.map(([tokenId, { sequence }]) => [tokenId, sequence])), lineage: one?.lineage };
}

function placeOfCopy({ sequence, lineage }: ProvenBook): Pick<BookUpdate, 'sequence' | 'lineage'> {
  return { sequence, lineage };
}

function tokenOf(message: MarketStreamMessage): string | undefined {
  if (message.event_type === 'price_change') return message.price_changes[0]?.asset_id;
  return 'asset_id' in message ? message.asset_id : undefined;
}

function isOfMarket(message: MarketStreamMessage | StreamControlMessage): message is MarketStreamMessage {
  return !isControl(message);
}

export function isResolution(message: MarketStreamMessage | StreamControlMessage): message is MarketResolvedMessage {
  return message.event_type === 'market_resolved';
}

export function isOfUser(message: UserStreamMessage | StreamControlMessage): message is UserStreamMessage {
  return !isControl(message);
}

function isControl({ event_type: type }: { readonly event_type: string }): boolean {
  return type === 'resumed' || type === 'snapshot_required' || type === 'error';
}
