import { REJECT_REASONS, type Placed, type PlacedStatus } from '@foretell/exchange';
import type { SizeMicros, UsdcMicros } from '@foretell/units';
import type { ByteReader, ByteWriter } from '../../columns/bytes';
import { Codes } from '../../columns/codes';
import { Versioned } from '../../columns/versioned';
import { BARRED_REASONS, type Settled } from '../submission';
import type { Backlog } from '../writer-pace';
import type { Receipt } from './writer-route';

/** The outcome of a request: executed (receipt), refused before execution (busy, away), or unknown. */
export type Reply = { readonly kind: 'receipt'; readonly receipt: Receipt } | { readonly kind: 'busy' | 'away' | 'unknown' };

/** A reply with the writer's backlog, so that a forwarding replica can shed new writes on arrival. */
export interface RoutedReply {
  readonly reply: Reply;
  /** Work queued before the next command of the sender's network. */
  readonly backlog: Backlog;
  /** Work queued before the next command of a network without queued commands. */
  readonly newcomerMillis: number;
  /** The writer's elapsed time when it replied. It checks deadlines by this clock. */
  readonly elapsedMillis: number;
}

/** Header of commands: the newest version of replies that the replica reads. */
export const REPLY_VERSION_HEADER = 'Reply-Version';

const KIND = new Codes<Reply['kind']>({ receipt: 1, busy: 2, away: 3, unknown: 4 });
/** A barred command is encoded as rejected: the reason distinguishes them. */
const SETTLED = new Codes<Exclude<Settled['type'], 'barred'>>({ placed: 1, canceled: 2, done: 3, rejected: 4, known: 5 });
const PLACED_STATUS = new Codes<PlacedStatus>({ live: 1, matched: 2, delayed: 3 });

/** Replies by version. A replica receives the newest version that it reads. */
export const REPLIES = new Versioned<RoutedReply>('replies', new Map([[5, { write, read }]]));

export function encodeReply(reply: RoutedReply, version?: number): Buffer {
  return REPLIES.encode(reply, version);
}

/** Throws an error with a readable message when the bytes are no encoded reply. */
export function decodeReply(bytes: Uint8Array): RoutedReply {
  return REPLIES.decode(Buffer.from(bytes));
}

function write({ reply, backlog, newcomerMillis, elapsedMillis }: RoutedReply, to: ByteWriter): void {
  to.number(KIND.of(reply.kind)).number(Math.round(backlog.workMillis)).number(Math.round(backlog.ageMillis));
  to.number(elapsedMillis).number(Math.round(newcomerMillis));
  if (reply.kind === 'receipt') to.number(reply.receipt.commitNumber).rows(reply.receipt.settled, writeSettled);
}

function read(from: ByteReader): RoutedReply {
  const kind = KIND.name(from.number());
  const backlog = { workMillis: from.number(), ageMillis: from.number() };
  const [elapsedMillis, newcomerMillis] = [from.number(), from.number()];
  if (kind !== 'receipt') return { reply: { kind }, backlog, newcomerMillis, elapsedMillis };
  const receipt = { commitNumber: from.number(), settled: from.rows(readSettled) };
  return { reply: { kind, receipt }, backlog, newcomerMillis, elapsedMillis };
}

function writeSettled(settled: Settled, to: ByteWriter): void {
  to.number(SETTLED.of(settled.type === 'barred' ? 'rejected' : settled.type));
  switch (settled.type) {
    case 'placed':
      to.hash(settled.orderId).number(PLACED_STATUS.of(settled.status));
      to.number(settled.filledMicros).number(settled.filledUsdcMicros).number(settled.feeMicros).optional(settled.tradeNumber);
      to.optional('tradedAt' in settled ? settled.tradedAt : null).rows(settled.selfTradeOrderIds, (id) => to.hash(id));
      return;
    case 'canceled':
      to.rows(settled.orderIds, (id) => to.hash(id)).rows(settled.delayedOrderIds, (id) => to.hash(id));
      return;
    case 'rejected':
    case 'barred':
      to.symbol(settled.reason).text(JSON.stringify(settled.details));
      return;
    case 'known':
      to.text(settled.id);
      return;
    case 'done':
  }
}

function readSettled(from: ByteReader): Settled {
  const type = SETTLED.name(from.number());
  switch (type) {
    case 'placed':
      return readPlaced(from);
    case 'canceled':
      return { type, orderIds: from.rows(() => from.hash()), delayedOrderIds: from.rows(() => from.hash()) };
    case 'rejected':
      return readRejected(from.symbol(), from.text());
    case 'known':
      return { type, id: from.text() };
    case 'done':
      return { type };
  }
}

function readPlaced(from: ByteReader): Settled {
  const placed: Omit<Placed, 'selfTradeOrderIds'> = {
    type: 'placed',
    orderId: from.hash(),
    status: PLACED_STATUS.name(from.number()),
    filledMicros: from.number() as SizeMicros,
    filledUsdcMicros: from.number() as UsdcMicros,
    feeMicros: from.number() as UsdcMicros,
    tradeNumber: from.optional(),
  };
  const tradedAt = from.optional();
  const selfTradeOrderIds = from.rows(() => from.hash());
  return { ...placed, selfTradeOrderIds, ...(tradedAt === null ? {} : { tradedAt }) };
}

function readRejected(text: string, json: string): Settled {
  const barred = BARRED_REASONS.find((known) => known === text);
  if (barred !== undefined) return { type: 'barred', reason: barred, details: JSON.parse(json) as { address: string } };
  const reason = REJECT_REASONS.find((known) => known === text);
  if (reason === undefined) throw new Error(`${text} is no reason to reject a command`);
  return { type: 'rejected', reason, details: JSON.parse(json) as Record<string, number | string | null> };
}
