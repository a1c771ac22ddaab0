import { NO_FLAGS, USUAL_BOUNDS, type Exchange, type ExchangeRules, type PlaceOrder } from '@foretell/exchange';
import type { Pool } from '@foretell/platform-prisma';
import { ZERO_BYTES32 } from '@foretell/signing';
import { pricePips, sizeMicros, usdc, type SizeMicros } from '@foretell/units';
import type { CommitBatch } from '../engine/journal/batch';
import { raiseEpoch } from '../engine/epoch.query';
import { RetryingRecord } from '../engine/projector/retrying-record';
import type { Projector } from '../engine/projector/projector';
import { recover } from '../engine/recovery';
import type { CommandDraft, OrderAttachment, Settled, Submission } from '../engine/submission';
import { databaseRecord, type TradingRecord } from '../engine/trading-record';
import { wireWriter, type WiringPorts } from '../engine/writer-wiring';
import type { Writer } from '../engine/writer';

export const CONDITION = `0x${'c'.repeat(64)}`;
export const ALICE = `0x${'a'.repeat(40)}`;
export const BOB = `0x${'b'.repeat(40)}`;
export const RULES = { gtdMinimumMillis: 60_000, bounds: USUAL_BOUNDS };

/** A writer and its projector on a real database, wired as in the service, with the test's clock. */
export interface WriterWorld {
  readonly epoch: number;
  readonly writer: Writer;
  readonly projector: Projector;
  readonly exchange: Exchange;
  readonly committed: CommitBatch[];
  readonly fatal: unknown[];
  /** The record that the projector uses. */
  readonly retrying: RetryingRecord;
  /** Ends the retries of a projection, as a stopping process does. */
  readonly stopping: AbortController;
  /** Stops in order: accepted commands are committed and projected. */
  stop(): Promise<void>;
}

/**
 * Takes the next epoch and recovers from the record, like a process that acquired the lease. Ports override the record's;
 * `committed` is called in addition.
 */
export async function startWriter(
  pool: Pool,
  { commit, ...ports }: Partial<WiringPorts & Pick<TradingRecord, 'commit'>> = {},
  projectorPorts: Partial<Pick<TradingRecord, 'record'>> = {},
  rules: ExchangeRules = RULES,
  warned: (line: string) => void = () => undefined,
): Promise<WriterWorld> {
  const epoch = await raiseEpoch(pool);
  const stopping = new AbortController();
  const retrying = new RetryingRecord(
    { ...databaseRecord(epoch, pool), ...(commit === undefined ? {} : { commit }), ...projectorPorts },
    {
      monotonic: () => performance.now(),
      logger: { log: () => undefined, warn: (line: { readonly err: Error }) => warned(line.err.message) },
      signal: stopping.signal,
    },
  );
  const { record } = retrying;
  const recovered = await recover(record, rules);
  const committed: CommitBatch[] = [];
  const fatal: unknown[] = [];
  const { writer, projector, known } = wireWriter(recovered, epoch, record, {
    clock: () => 1_800_000_000_000,
    monotonic: () => performance.now(),
    fatal: (cause) => fatal.push(cause),
    banOf: () => null,
    ownerOf: () => undefined,
    ...ports,
    committed: (batch) => {
      committed.push(batch);
      ports.committed?.(batch);
    },
  });
  await known.learn(new AbortController().signal);
  const stop = async (): Promise<void> => {
    await writer.stop();
    await projector.stop();
  };
  return { epoch, writer, projector, exchange: recovered.exchange, committed, fatal, retrying, stopping, stop };
}

export const OPEN_MARKET: CommandDraft = {
  type: 'openMarket',
  conditionId: CONDITION,
  tickPips: 100,
  minimumSizeMicros: sizeMicros(5_000_000),
  feeRateBps: 0,
  feeExponent: 1,
  delayMillis: 0,
  acceptingOrders: true,
};

export function credit(wallet: string, reference: string): Submission {
  return { command: { type: 'credit', wallet, amountMicros: usdc(1_000) }, attachment: { kind: 'ledger', reference } };
}

let nextOrder = 0;

/** A limit order, by default of outcome 0. Each call creates a new order id. */
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
    builder: ZERO_BYTES32,
    signed: Buffer.from('as it was signed'),
    signedAt: null,
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
      flags: NO_FLAGS,
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
