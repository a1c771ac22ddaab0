import { flagBit, NO_FLAGS, type OrderType } from '@foretell/exchange';
import { ZERO_BYTES32 } from '@foretell/signing';
import { pricePips, sizeMicros, unixMillis, usdc } from '@foretell/units';
import type { CommandDraft, OrderAttachment, Submission } from '../engine/submission';
import { conditionIdOf } from '../testing/catalog-market';
import type { Answer } from './answers';
import { MARKETS } from './catalog';
import type { QuoteBoard } from './quote-board';
import type { Random } from './random';
import { isResolutionStep, type ResolutionBoard } from './resolution-board';
import type { Scheduler } from './scheduler';

const THINK_MILLIS = 250;
/** Usually longer than a forward, so that a caller receives the final outcome. */
const ANSWER_MILLIS = [4_000, 7_000, 7_000] as const;
const ATTEMPTS_MAX = 5;
const ORDER_TYPES: readonly OrderType[] = ['GTC', 'GTC', 'GTC', 'GTC', 'GTD', 'FOK', 'FAK'];
const GTD_MILLIS = 61_000;
/** Share of requests that are an operator's payout of a market. */
const RESOLVED = 0.004;
/** Share of requests with an unknown outcome that are given up. */
const GIVEN_UP = 0.7;
/** Share of requests preceded by a read. */
const READS = 0.5;
/** Share of requests with several orders. */
const PACKED = 0.1;

/** The boards that callers share. */
export interface SharedBoards {
  readonly quotes: QuoteBoard;
  readonly results: ResolutionBoard;
}

/** Sends a request to a replica. `heard` is called at most once, never when the request or answer is lost. */
export type Ask = (submissions: readonly Submission[], heard: (answer: Answer) => void) => void;

/** A trader with a wallet: funds it, places, cancels, splits and merges, and repeats requests without a clear answer. */
export class Caller {
  private readonly wallet: string;
  private readonly placed: string[] = [];
  private count = 0;

  constructor(
    private readonly number: number,
    private readonly scheduler: Scheduler,
    private readonly random: Random,
    private readonly ask: Ask,
    private readonly read: (wallet: string) => void,
    private readonly boards: SharedBoards,
  ) {
    this.wallet = `0x${String(number).padStart(40, 'a')}`;
    this.think();
  }

  /** Sends no new requests from now on. */
  isDone = false;
  /** Waits for an answer or a repetition. */
  isWaiting = false;
  /** False: the next request is for funds. */
  isFunded = false;

  private think(): void {
    this.isWaiting = false;
    this.scheduler.after(this.random.between(0, THINK_MILLIS), () => {
      if (this.random.chance(READS)) this.read(this.wallet);
      if (!this.isDone) this.attempt(this.isFunded ? this.request() : [this.credit()], 1);
    });
  }

  private attempt(submissions: readonly Submission[], number: number): void {
    this.isWaiting = true;
    let isOver = false;
    const mayRepeat = submissions.every(isRepeatable);
    const next = (answer: Answer | null): void => {
      if (isOver) return;
      isOver = true;
      const finalAfter = answer?.type === 'unknown' ? answer.finalAfterMillis : null;
      if (finalAfter !== null && this.random.chance(GIVEN_UP)) return this.wantOut(finalAfter);
      if (answer?.type === 'settled' || number >= ATTEMPTS_MAX || !mayRepeat) return this.think();
      this.scheduler.after(this.random.between(10, 500), () => this.attempt(submissions, number + 1));
    };
    for (const { command: asked } of submissions) {
      if (asked.type === 'placeOrder') this.placed.push(asked.orderId);
      if (asked.type === 'credit') this.isFunded = true;
    }
    this.ask(submissions, next);
    // Repeats at once, like a retrying client or proxy.
    if (mayRepeat && this.random.chance(0.1)) this.ask(submissions, next);
    this.scheduler.after(this.random.pick(ANSWER_MILLIS), () => next(null));
  }

  /** Waits until none of the commands can start any more, then cancels everything. */
  private wantOut(finalAfterMillis: number): void {
    const all = command({ type: 'cancelOrders', wallet: this.wallet, conditionId: null, outcome: null });
    this.scheduler.after(finalAfterMillis, () => this.attempt([all], 1));
  }

  /** Usually one command; sometimes several orders, accepted together or not at all. */
  private request(): readonly Submission[] {
    if (!this.random.chance(PACKED)) return [this.submission()];
    const conditionId = conditionIdOf(1 + this.random.below(MARKETS));
    return Array.from({ length: 2 + this.random.below(3) }, () => this.order(conditionId));
  }

  private submission(): Submission {
    const { random, wallet } = this;
    const conditionId = conditionIdOf(1 + random.below(MARKETS));
    if (random.chance(RESOLVED))
      return command({ type: 'resolveMarket', conditionId, resolution: random.pick(['outcome0', 'outcome1', 'half'] as const) });
    const step = this.boards.results.perhapsStep(conditionIdOf(1));
    if (step !== null) return step;
    const draw = random.below(100);
    if (draw < 62) return this.order(conditionId);
    if (draw < 74 && this.placed.length > 0) {
      const cancel = { type: 'cancelOrder', orderId: random.pick(this.placed), wallet } as const;
      // Like a quoter that rejects an accepted quote.
      return command(this.boards.quotes.isOpen && random.chance(0.1) ? { ...cancel, withDelayed: true } : cancel);
    }
    if (draw < 78)
      return command({ type: 'cancelOrders', wallet, conditionId: random.chance(0.5) ? conditionId : null, outcome: null });
    if (draw < 88) return this.sets('splitPosition', conditionId);
    if (draw < 92) return this.sets('mergePosition', conditionId);
    if (draw < 97) return this.credit();
    return this.money('debit', 1 + random.below(40));
  }

  private credit(): Submission {
    return this.money('credit', 100 + this.random.below(400));
  }

  private money(type: 'credit' | 'debit', amount: number): Submission {
    const reference = `${type}-${this.number}-${this.nextNumber()}`;
    return { command: { type, wallet: this.wallet, amountMicros: usdc(amount) }, attachment: { kind: 'ledger', reference } };
  }

  /** A split or merge, with a reference like every request of a caller. */
  private sets(type: 'splitPosition' | 'mergePosition', conditionId: string): Submission {
    const draft = command({ type, wallet: this.wallet, conditionId, sizeMicros: this.shares() });
    return { ...draft, attachment: { kind: 'ledger', reference: `${type}-${this.number}-${this.nextNumber()}` } };
  }

  private order(conditionId: string): Submission {
    const { random } = this;
    const orderType = random.pick(ORDER_TYPES);
    const side = random.chance(0.65) ? 'BUY' : 'SELL';
    const isAtOnce = orderType === 'FOK' || orderType === 'FAK';
    const size = this.shares();
    const attachment: OrderAttachment = {
      kind: 'order',
      owner: `key-${this.number}`,
      builder: ZERO_BYTES32,
      signed: SIGNED,
      signedAt: null,
    };
    const orderId = `0x${this.number.toString(16).padStart(4, '0')}${this.nextNumber().toString(16).padStart(60, '0')}`;
    return {
      command: this.boards.quotes.perhapsQuoted({
        type: 'placeOrder',
        orderId,
        wallet: this.wallet,
        conditionId,
        outcome: random.chance(0.5) ? 0 : 1,
        side,
        orderType,
        pricePips: pricePips(100 * (35 + random.below(30))),
        sizeMicros: size,
        budgetMicros: isAtOnce && side === 'BUY' ? usdc(1 + random.below(20)) : null,
        flags: !isAtOnce && random.chance(0.1) ? flagBit('postOnly') : NO_FLAGS,
        expiresAt: orderType === 'GTD' ? unixMillis(Date.now() + GTD_MILLIS) : null,
      }),
      attachment,
    };
  }

  private shares(): ReturnType<typeof sizeMicros> {
    return sizeMicros(1_000_000 * (5 + this.random.below(30)));
  }

  private nextNumber(): number {
    this.count += 1;
    return this.count;
  }
}

const SIGNED = Buffer.from('as it was signed');

function command(draft: CommandDraft): Submission {
  return { command: draft };
}

/** Repetition is harmless: an order has its id, movements and steps have references, and cancels are idempotent. */
function isRepeatable({ command: { type }, attachment }: Submission): boolean {
  return (
    isResolutionStep(type) ||
    type === 'placeOrder' ||
    attachment?.kind === 'ledger' ||
    type === 'cancelOrder' ||
    type === 'cancelOrders'
  );
}
