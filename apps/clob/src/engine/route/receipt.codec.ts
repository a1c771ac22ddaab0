import { REJECT_REASONS, type PlacedStatus, type RejectReason } from '@foretell/exchange';
import type { SizeMicros, UsdcMicros } from '@foretell/units';
import { ByteReader, ByteWriter } from '../../columns/bytes';
import { Codes } from '../../columns/codes';
import type { Settled } from '../submission';
import type { Backlog } from '../writer-pace';
import { requireVersion, ROUTE_VERSION } from './command.codec';
import type { Receipt } from './writer-route';

/** What became of a request: carried out; refused before anything was done; or lost half way. */
export type Reply = { readonly kind: 'receipt'; readonly receipt: Receipt } | { readonly kind: 'busy' | 'away' | 'unknown' };

/** What waited for the writer when it replied, so that whoever forwards refuses new writes where they arrive. */
export interface ToldReply {
  readonly reply: Reply;
  readonly backlog: Backlog;
}

const KIND = new Codes<Reply['kind']>({ receipt: 1, busy: 2, away: 3, unknown: 4 });
const SETTLED = new Codes<Settled['type']>({ placed: 1, canceled: 2, done: 3, rejected: 4, known: 5 });
const PLACED_STATUS = new Codes<PlacedStatus>({ live: 1, matched: 2, delayed: 3 });

export function encodeReply({ reply, backlog }: ToldReply): Buffer {
  const writer = new ByteWriter().number(ROUTE_VERSION).number(KIND.of(reply.kind));
  writer.number(Math.round(backlog.workMillis)).number(Math.round(backlog.ageMillis));
  if (reply.kind !== 'receipt') return writer.finish();
  return writer.number(reply.receipt.commitNumber).rows(reply.receipt.settled, writeSettled).finish();
}

/** Throws a sentence when the bytes are not what encodeReply gives. */
export function decodeReply(bytes: Uint8Array): ToldReply {
  const reader = new ByteReader(Buffer.from(bytes));
  requireVersion(reader);
  const kind = KIND.name(reader.number());
  const backlog = { workMillis: reader.number(), ageMillis: reader.number() };
  if (kind !== 'receipt') {
    reader.requireEnd();
    return { reply: { kind }, backlog };
  }
  const commitNumber = reader.number();
  const settled = reader.rows(readSettled);
  reader.requireEnd();
  return { reply: { kind, receipt: { commitNumber, settled } }, backlog };
}

function writeSettled(settled: Settled, to: ByteWriter): void {
  to.number(SETTLED.of(settled.type));
  switch (settled.type) {
    case 'placed':
      to.hash(settled.orderId).number(PLACED_STATUS.of(settled.status));
      to.number(settled.filledMicros).number(settled.filledUsdcMicros).number(settled.feeMicros).optional(settled.tradeNumber);
      return;
    case 'canceled':
      to.rows(settled.orderIds, (id) => to.hash(id)).rows(settled.delayedOrderIds, (id) => to.hash(id));
      return;
    case 'rejected':
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
      return {
        type,
        orderId: from.hash(),
        status: PLACED_STATUS.name(from.number()),
        filledMicros: from.number() as SizeMicros,
        filledUsdcMicros: from.number() as UsdcMicros,
        feeMicros: from.number() as UsdcMicros,
        tradeNumber: from.optional(),
      };
    case 'canceled':
      return { type, orderIds: from.rows(() => from.hash()), delayedOrderIds: from.rows(() => from.hash()) };
    case 'rejected':
      return {
        type,
        reason: reasonOf(from.symbol()),
        details: JSON.parse(from.text()) as Record<string, number | string | null>,
      };
    case 'known':
      return { type, id: from.text() };
    case 'done':
      return { type };
  }
}

function reasonOf(text: string): RejectReason {
  const reason = REJECT_REASONS.find((known) => known === text);
  if (reason === undefined) throw new Error(`${text} is no reason to reject a command`);
  return reason;
}
