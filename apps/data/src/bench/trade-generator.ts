import type { EventMessage, FillV1, TradingEvent } from '@foretell/contracts';

export interface Scale {
  readonly trades: number;
  readonly wallets: number;
  readonly markets: number;
}

const NOBODY = `0x${'00'.repeat(32)}`;
const EVENTS_PER_MESSAGE = 255;
const EVENTS_PER_TRADE = 3;
const SPAN_MS = 40 * 86_400_000;
const RECENT_MAX = 8;
const SHARE_MICROS = 1_000_000;

interface Holding {
  readonly wallet: number;
  readonly outcome: 0 | 1;
  sizeMicros: number;
}

/**
 * A seeded history over forty days. Each trade has the taker's order, the trade (minted, or bought from a holder) and the quotes
 * after it. A few wallets and markets account for most trades, as in production.
 */
export class TradeGenerator {
  private state = 0x2545_f491;
  private readonly recent = new Map<number, Holding[]>();
  private sequence = 0;
  private generated = 0;

  constructor(
    private readonly scale: Scale,
    private readonly endAt: number,
  ) {}

  /** The next messages, at most `count`; empty after the last trade. */
  messages(count: number): EventMessage<TradingEvent>[] {
    const messages: EventMessage<TradingEvent>[] = [];
    while (messages.length < count && this.generated < this.scale.trades) {
      const events: TradingEvent[] = [];
      while (events.length + EVENTS_PER_TRADE <= EVENTS_PER_MESSAGE && this.generated < this.scale.trades)
        events.push(...this.trade());
      messages.push({ source: 'clob', firstSequence: this.sequence + 1, facts: events });
      this.sequence += events.length;
    }
    return messages;
  }

  static address(wallet: number): string {
    return `0x${wallet.toString(16).padStart(40, '0')}`;
  }

  static conditionId(market: number): string {
    return `0x${market.toString(16).padStart(64, '0')}`;
  }

  private trade(): TradingEvent[] {
    const at = this.endAt - SPAN_MS + Math.floor((SPAN_MS * this.generated) / this.scale.trades);
    this.generated += 1;
    const market = this.skewed(this.scale.markets);
    const pricePips = 100 * (1 + this.below(99));
    const wallet = this.skewed(this.scale.wallets);
    const sizeMicros = SHARE_MICROS * (1 + this.below(200));
    const { fill, outcome, filledMicros } = this.counterpart(market, wallet, pricePips, sizeMicros);
    const address = TradeGenerator.address(wallet);
    const conditionId = TradeGenerator.conditionId(market);
    const hash = `0x${this.generated.toString(16).padStart(64, '0')}`;
    const order = {
      orderId: hash,
      wallet: address,
      conditionId,
      outcome,
      side: 'BUY',
      orderType: 'GTC',
      pricePips,
      sizeMicros,
      delayed: false,
    } as const;
    return [
      { type: 'order.accepted.v1', at, ...order },
      {
        type: 'trade.matched.v1',
        at,
        tradeId: hash,
        tradeNumber: this.generated,
        transactionHash: hash,
        conditionId,
        takerOrderId: hash,
        wallet: address,
        outcome,
        side: 'BUY',
        sizeMicros: filledMicros,
        usdcMicros: (filledMicros / 10_000) * pricePips,
        feeMicros: 0,
        builder: NOBODY,
        fills: [fill],
      },
      {
        type: 'market.quoted.v1',
        at,
        conditionId,
        bestBidPips: Math.max(1, pricePips - 100),
        bestAskPips: pricePips,
        lastTradePips: pricePips,
      },
    ];
  }

  /** A holder sells, if there is one; otherwise a pair is minted with another buyer. */
  private counterpart(
    market: number,
    taker: number,
    pricePips: number,
    sizeMicros: number,
  ): { fill: FillV1; outcome: 0 | 1; filledMicros: number } {
    const recent = this.recent.get(market) ?? [];
    this.recent.set(market, recent);
    const holder = recent.find((held) => held.wallet !== taker && held.sizeMicros > 0);
    if (holder !== undefined && this.below(2) === 0) {
      const filledMicros = Math.min(sizeMicros, holder.sizeMicros);
      holder.sizeMicros -= filledMicros;
      const { outcome } = holder;
      return { outcome, filledMicros, fill: fillOf('transfer', holder.wallet, outcome, 'SELL', pricePips, filledMicros) };
    }
    const maker = 1 + ((taker + this.below(this.scale.wallets - 1)) % this.scale.wallets);
    recent.push({ wallet: taker, outcome: 0, sizeMicros }, { wallet: maker, outcome: 1, sizeMicros });
    if (recent.length > RECENT_MAX) recent.splice(0, recent.length - RECENT_MAX);
    return { outcome: 0, filledMicros: sizeMicros, fill: fillOf('mint', maker, 1, 'BUY', 10_000 - pricePips, sizeMicros) };
  }

  /** 1..count, with a strong bias to small numbers. */
  private skewed(count: number): number {
    const drawn = this.below(1_000_000) / 1_000_000;
    return 1 + Math.floor(count * drawn ** 3);
  }

  /** 0..count-1 by xorshift. */
  private below(count: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % count;
  }
}

function fillOf(
  kind: FillV1['kind'],
  maker: number,
  outcome: 0 | 1,
  side: FillV1['side'],
  pricePips: number,
  sizeMicros: number,
): FillV1 {
  const usdcMicros = (sizeMicros / 10_000) * pricePips;
  return { kind, orderId: NOBODY, wallet: TradeGenerator.address(maker), outcome, side, pricePips, sizeMicros, usdcMicros };
}
