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

/** A snapshot of a book was loaded, or a change was applied. */
export interface BookUpdate {
  readonly tokenId: string;
  readonly sequence: number;
  /** The lineage of the sequence: sequences of two lineages cannot be compared. */
  readonly lineage: string;
  /** snapshot: changes before it may be missing; change: contains everything since the previous update. */
  readonly kind: 'snapshot' | 'change';
  /** The book after the update, verified by its hash. Valid until the next update is requested. */
  readonly book: OrderBookSummary;
  readonly messages: readonly MarketStreamMessage[];
}

/** The updates of a WebSocket message; null when it does not continue the books. */
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
  // A snapshot that continues the known book comes with a change of the market's terms.
  const isContinued = known?.lineage === copy.lineage;
  const isChange = isContinued && messages.some((each) => 'previous' in each && each.previous <= known.sequence);
  return { tokenId, ...placeOfCopy(copy), kind: isChange ? 'change' : 'snapshot', book: copy.summary, messages };
}

/**
 * Where to resume: of copies of two lineages, those of one; the others start with a snapshot. `since` is set even without a copy:
 * with it each step is sent as one frame, so a disconnect never splits a step.
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
