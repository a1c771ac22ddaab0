import { REJECT_REASONS, type Placed, type PlacedStatus } from '@foretell/exchange';
import type { SizeMicros, UsdcMicros } from '@foretell/units';
import { ByteReader, ByteWriter } from '../../columns/bytes';
import { Codes } from '../../columns/codes';
import { BAN_REASONS, type Settled } from '../submission';
import { NOTHING_WAITS, type Backlog } from '../writer-pace';
import type { Receipt } from './writer-route';

/** What became of a request: carried out; refused before anything was done; or lost half way. */
export type Reply = { readonly kind: 'receipt'; readonly receipt: Receipt } | { readonly kind: 'busy' | 'away' | 'unknown' };

/** What waited for the writer when it replied, so that whoever forwards refuses new writes where they arrive. */
export interface ToldReply {
  readonly reply: Reply;
  /** What goes before the next command of the network that the commands came from; from releases before, all that waits. */
  readonly backlog: Backlog;
  /** What goes before the next command of a network of which nothing waits; null from a writer of the release before. */
  readonly newcomerMillis: number | null;
  /** The writer's elapsed time when it replied, by which it judges deadlines; null from a writer of the release before. */
  readonly elapsedMillis: number | null;
}

/**
 * First byte of a reply: version 2 says how much waits for the writer, and when an order traded; version 3 says the writer's
 * elapsed time, too; version 4 what waits by network, and the wallet's own orders that a placed one cancelled. A replica names
 * the newest that it reads in a header of its request, and gets version 1 from a writer that knows no such header. Source:
 * docs/decisions/versions.md.
 */
export type ReplyVersion = 1 | 2 | 3 | 4;
export const REPLY_VERSION: ReplyVersion = 4;
export const REPLY_VERSION_HEADER = 'Reply-Version';

/** What a request's header asks for. */
export function replyVersionOf(header: string | undefined): ReplyVersion {
  const asked = Number(header);
  return asked >= REPLY_VERSION ? REPLY_VERSION : asked === 3 || asked === 2 ? asked : 1;
}

const KIND = new Codes<Reply['kind']>({ receipt: 1, busy: 2, away: 3, unknown: 4 });
/** What is barred is written as rejected: the reason tells the two apart. */
const SETTLED = new Codes<Exclude<Settled['type'], 'barred'>>({ placed: 1, canceled: 2, done: 3, rejected: 4, known: 5 });
const PLACED_STATUS = new Codes<PlacedStatus>({ live: 1, matched: 2, delayed: 3 });

export function encodeReply(told: ToldReply, version: ReplyVersion = REPLY_VERSION): Buffer {
  const { reply, backlog, newcomerMillis, elapsedMillis } = told;
  const writer = new ByteWriter().number(version).number(KIND.of(reply.kind));
  if (version > 1) writer.number(Math.round(backlog.workMillis)).number(Math.round(backlog.ageMillis));
  if (version > 2) writer.optional(elapsedMillis);
  if (version > 3) writer.optional(newcomerMillis === null ? null : Math.round(newcomerMillis));
  if (reply.kind !== 'receipt') return writer.finish();
  return writer.number(reply.receipt.commitNumber).rows(reply.receipt.settled, writeSettled(version)).finish();
}

/** Throws a sentence when the bytes are not what encodeReply gives. */
export function decodeReply(bytes: Uint8Array): ToldReply {
  const reader = new ByteReader(Buffer.from(bytes));
  const version = reader.number();
  if (version !== 1 && version !== 2 && version !== 3 && version !== REPLY_VERSION)
    throw new Error(`the reply is of version ${version}, not of ${REPLY_VERSION}`);
  const kind = KIND.name(reader.number());
  const backlog = version > 1 ? { workMillis: reader.number(), ageMillis: reader.number() } : NOTHING_WAITS;
  const elapsedMillis = version > 2 ? reader.optional() : null;
  const newcomerMillis = version > 3 ? reader.optional() : null;
  if (kind !== 'receipt') {
    reader.requireEnd();
    return { reply: { kind }, backlog, newcomerMillis, elapsedMillis };
  }
  const commitNumber = reader.number();
  const settled = reader.rows((from) => readSettled(from, version));
  reader.requireEnd();
  return { reply: { kind, receipt: { commitNumber, settled } }, backlog, newcomerMillis, elapsedMillis };
}

const writeSettled =
  (version: ReplyVersion) =>
  (settled: Settled, to: ByteWriter): void => {
    to.number(SETTLED.of(settled.type === 'barred' ? 'rejected' : settled.type));
    switch (settled.type) {
      case 'placed':
        to.hash(settled.orderId).number(PLACED_STATUS.of(settled.status));
        to.number(settled.filledMicros).number(settled.filledUsdcMicros).number(settled.feeMicros).optional(settled.tradeNumber);
        if (version > 1) to.optional('tradedAt' in settled ? settled.tradedAt : null);
        if (version > 3) to.rows(settled.selfTradeOrderIds, (id) => to.hash(id));
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
  };

function readSettled(from: ByteReader, version: ReplyVersion): Settled {
  const type = SETTLED.name(from.number());
  switch (type) {
    case 'placed':
      return readPlaced(from, version);
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

function readPlaced(from: ByteReader, version: ReplyVersion): Settled {
  const placed: Placed = {
    type: 'placed',
    orderId: from.hash(),
    status: PLACED_STATUS.name(from.number()),
    filledMicros: from.number() as SizeMicros,
    filledUsdcMicros: from.number() as UsdcMicros,
    feeMicros: from.number() as UsdcMicros,
    tradeNumber: from.optional(),
    selfTradeOrderIds: [],
  };
  const tradedAt = version > 1 ? from.optional() : null;
  const selfTradeOrderIds = version > 3 ? from.rows(() => from.hash()) : [];
  return { ...placed, selfTradeOrderIds, ...(tradedAt === null ? {} : { tradedAt }) };
}

function readRejected(text: string, json: string): Settled {
  const ban = BAN_REASONS.find((known) => known === text);
  if (ban !== undefined) return { type: 'barred', reason: ban, details: JSON.parse(json) as { address: string } };
  const reason = REJECT_REASONS.find((known) => known === text);
  if (reason === undefined) throw new Error(`${text} is no reason to reject a command`);
  return { type: 'rejected', reason, details: JSON.parse(json) as Record<string, number | string | null> };
}
