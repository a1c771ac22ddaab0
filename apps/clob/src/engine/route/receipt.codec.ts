import { REJECT_REASONS, type Placed, type PlacedStatus } from '@foretell/exchange';
import type { SizeMicros, UsdcMicros } from '@foretell/units';
import { ByteReader, ByteWriter } from '../../columns/bytes';
import { Codes } from '../../columns/codes';
import { BAN_REASONS, type Settled } from '../submission';
import { NOTHING_WAITS, type Backlog } from '../writer-pace';
import type { Receipt } from './writer-route';

/** The outcome of a request: carried out; refused before anything was done; or lost half way. */
export type Reply = { readonly kind: 'receipt'; readonly receipt: Receipt } | { readonly kind: 'busy' | 'away' | 'unknown' };

/** The writer's backlog when it replied, so that a forwarding replica can shed new writes on arrival. */
export interface ToldReply {
  readonly reply: Reply;
  /** Work ahead of the next command of the requesting network; from earlier releases, the entire backlog. */
  readonly backlog: Backlog;
  /** Work ahead of the next command of an idle network; null from a writer of the previous release. */
  readonly newcomerMillis: number | null;
  /** The writer's elapsed time when it replied, by which it checks deadlines; null from a writer of the previous release. */
  readonly elapsedMillis: number | null;
}

/**
 * First byte of a reply. Version 2 adds the writer's backlog and the time of a trade. Version 3 adds the writer's elapsed time.
 * Version 4 adds the backlog by network, and the wallet's own orders that a placed one cancelled. A replica sends the newest
 * version that it reads in a request header; a writer that does not support the header replies in version 1. Source:
 * docs/decisions/versions.md.
 */
export type ReplyVersion = 1 | 2 | 3 | 4;
export const REPLY_VERSION: ReplyVersion = 4;
export const REPLY_VERSION_HEADER = 'Reply-Version';

/** The version that a request's header asks for. */
export function replyVersionOf(header: string | undefined): ReplyVersion {
  const asked = Number(header);
  return asked >= REPLY_VERSION ? REPLY_VERSION : asked === 3 || asked === 2 ? asked : 1;
}

const KIND = new Codes<Reply['kind']>({ receipt: 1, busy: 2, away: 3, unknown: 4 });
/** A barred command is encoded as rejected: the reason distinguishes them. */
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

/** Throws an error with a readable message when the bytes are not a result of encodeReply. */
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
