import { restoreExchange, type Exchange, type PlaceOrder } from '@foretell/exchange';
import type { Pool } from '@foretell/platform-prisma';
import { pricePips, sizeMicros, usdc, type SizeMicros } from '@foretell/units';
import type { CommitBatch } from '../engine/journal/batch';
import { commitBatch } from '../engine/journal/commit.query';
import { knownIds } from '../engine/known.query';
import { readState } from '../engine/recovery.query';
import type { CommandDraft, OrderAttachment, Settled, Submission } from '../engine/submission';
import { Writer, type WriterPorts } from '../engine/writer';

export const CONDITION = `0x${'c'.repeat(64)}`;
export const ALICE = `0x${'a'.repeat(40)}`;
export const BOB = `0x${'b'.repeat(40)}`;
const RULES = { gtdMinimumMillis: 60_000 };

/** A writer over a real database, as the service wires it, with a clock of the test's own. */
export interface WriterWorld {
  readonly writer: Writer;
  readonly exchange: Exchange;
  readonly committed: CommitBatch[];
  readonly fatal: unknown[];
}

/** Takes the next epoch and recovers from the record, as a process does that has got the lease. */
export async function startWriter(pool: Pool, ports: Partial<WriterPorts> = {}): Promise<WriterWorld> {
  const { rows } = await pool.query<{ epoch: number }>(
    'update clob.journal_head set epoch = epoch + 1 where id = 1 returning epoch',
  );
  const recovered = await readState(pool);
  const exchange = restoreExchange(recovered.snapshot, RULES);
  const committed: CommitBatch[] = [];
  const fatal: unknown[] = [];
  const head = { epoch: rows[0]?.epoch ?? 0, sequence: recovered.sequence, at: recovered.snapshot.totals.at };
  const writer = new Writer(exchange, head, recovered.notes, {
    clock: () => 1_800_000_000_000,
    commit: (batch) => commitBatch(pool, batch),
    known: (orderIds, references) => knownIds(pool, orderIds, references),
    committed: (batch) => committed.push(batch),
    fatal: (cause) => fatal.push(cause),
    ...ports,
  });
  return { writer, exchange, committed, fatal };
}

export const OPEN_MARKET: CommandDraft = {
  type: 'openMarket',
  conditionId: CONDITION,
  tickPips: 100,
  minimumSizeMicros: sizeMicros(5_000_000),
  takerFeeBps: 0,
  delayMillis: 0,
  acceptingOrders: true,
};

export function credit(wallet: string, reference: string): Submission {
  return { command: { type: 'credit', wallet, amountMicros: usdc(1_000) }, attachment: { kind: 'ledger', reference } };
}

let nextOrder = 0;

/** A limit order of outcome 0 unless told otherwise; every call makes a new order id. */
export function order(
  wallet: string,
  side: 'BUY' | 'SELL',
  pips: number,
  size: SizeMicros,
  more: Partial<Omit<PlaceOrder, 'at' | 'type'>> = {},
): Submission {
  const orderId = `0x${(nextOrder++).toString(16).padStart(64, '0')}`;
  const attachment: OrderAttachment = {
    kind: 'order',
    owner: `key-of-${wallet.slice(2, 4)}`,
    builder: `0x${'0'.repeat(64)}`,
    signed: `{"builder":"0x${'0'.repeat(64)}"}`,
  };
  return {
    command: {
      type: 'placeOrder',
      orderId,
      wallet,
      conditionId: CONDITION,
      outcome: 0,
      side,
      orderType: 'GTC',
      pricePips: pricePips(pips),
      sizeMicros: size,
      budgetMicros: null,
      postOnly: false,
      expiresAt: null,
      ...more,
    },
    attachment,
  };
}

/** Submits in order and waits for all answers. */
export function submitAll(writer: Writer, submissions: readonly Submission[]): Promise<Settled[]> {
  return Promise.all(submissions.map((submission) => writer.submit(submission)));
}
