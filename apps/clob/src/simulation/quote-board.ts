import { flagBit, type PlaceOrder } from '@foretell/exchange';
import { complementPips } from '@foretell/units';
import type { Random } from './random';

type Draft = Omit<PlaceOrder, 'at'>;

/** Share of orders that are one side of an accepted quote. */
const QUOTED = 0.12;
/** Maximum accepts on the board. An accept older than ten seconds is over. */
const REMEMBERED = 6;

/** Shares accepted quotes among callers: some orders wait for an approval, others approve a waiting one. */
export class QuoteBoard {
  private readonly waiting: Draft[] = [];

  /** In some seeds only. The others run as without quotes, so that known seeds still find their faults. */
  readonly isOpen: boolean;

  constructor(
    private readonly random: Random,
    seed: number,
  ) {
    this.isOpen = seed % 8 === 7;
  }

  /** The order unchanged, or as one side of an accepted quote. */
  perhapsQuoted(order: Draft): Draft {
    if (!this.isOpen || order.orderType !== 'GTC' || !this.random.chance(QUOTED)) return order;
    const quoted = { ...order, flags: flagBit('quoted') };
    const others = this.waiting.filter(({ wallet }) => wallet !== order.wallet);
    return others.length > 0 && this.random.chance(0.6) ? this.approval(quoted, this.random.pick(others)) : this.accept(quoted);
  }

  private accept(order: Draft): Draft {
    this.waiting.push(order);
    if (this.waiting.length > REMEMBERED) this.waiting.shift();
    return order;
  }

  /** For the same outcome, or for the other one by mint or merge. */
  private approval(order: Draft, accepted: Draft): Draft {
    const { conditionId, sizeMicros, orderId: counterOrderId } = accepted;
    const shared = { ...order, conditionId, sizeMicros, counterOrderId };
    if (this.random.chance(0.5)) {
      const side = accepted.side === 'BUY' ? 'SELL' : 'BUY';
      return { ...shared, side, outcome: accepted.outcome, pricePips: accepted.pricePips };
    }
    const outcome = accepted.outcome === 0 ? 1 : 0;
    return { ...shared, side: accepted.side, outcome, pricePips: complementPips(accepted.pricePips) };
  }
}
