import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { NO_FLAGS, type Command, type OutcomeIndex, type PlaceOrder } from '../command';

const CENTER_PIPS = 5_000;
const TICK_PIPS = 10;
const DEPTH_TICKS = 60;
/** Largest order size, in shares. On average a taker fills slightly more than one resting order. */
const SIZE_SHARES = 100;
const WALLETS = 1_024;
const FEE_BPS = 200;

/**
 * The benchmark's trading day: of 100 commands 55 place a resting order, 25 place an order that trades and 20 cancel. Commands
 * spread evenly over all books and wallets. Reproducible: it has its own small generator, not Math.random.
 */
export class CommandMix {
  private readonly open: PlaceOrder[] = [];
  private seed = 0x2545f491;
  private number = 0;
  private at = 1_000_000;
  private readonly wallets: string[] = [];
  private readonly markets: string[] = [];

  constructor(bookCount: number) {
    for (let i = 0; i < WALLETS; i += 1) this.wallets.push(this.hex(40));
    for (let i = 0; i < bookCount; i += 1) this.markets.push(this.hex(64));
  }

  /** Markets, and collateral and shares for every wallet in the markets that it trades. */
  opening(): Command[] {
    const at = unixMillis(this.at);
    const commands: Command[] = this.markets.map((conditionId) => ({
      type: 'openMarket',
      at,
      conditionId,
      tickPips: TICK_PIPS,
      minimumSizeMicros: sizeMicros(5_000_000),
      feeRateBps: FEE_BPS,
      feeExponent: 1,
      delayMillis: 0,
      acceptingOrders: true,
    }));
    this.wallets.forEach((wallet, index) => {
      commands.push({ type: 'credit', at, wallet, amountMicros: usdcMicros(4_000_000_000_000) });
      for (const conditionId of this.marketsOf(index)) {
        commands.push({ type: 'splitPosition', at, wallet, conditionId, sizeMicros: sizeMicros(100_000_000_000) });
      }
    });
    return commands;
  }

  batch(count: number): Command[] {
    const commands: Command[] = [];
    this.at += 1;
    for (let i = 0; i < count; i += 1) commands.push(this.next());
    return commands;
  }

  /** Orders that are cancelled at once, so that few are open: the cost of a command when its data is in the cache. */
  shortLived(count: number): Command[] {
    const commands: Command[] = [];
    this.at += 1;
    while (commands.length < count) {
      const order = this.resting();
      commands.push(order, { type: 'cancelOrder', at: order.at, orderId: order.orderId, wallet: order.wallet });
    }
    this.open.length = 0;
    return commands;
  }

  /** Each wallet trades in 16 markets. */
  private marketsOf(wallet: number): string[] {
    const count = Math.min(16, this.markets.length);
    return Array.from({ length: count }, (_, i) => this.markets[(wallet * 7 + i * 61) % this.markets.length] ?? '');
  }

  private next(): Command {
    const kind = this.below(100);
    if (kind < 55) return this.resting();
    return kind < 80 ? this.trading() : this.cancel();
  }

  private resting(): PlaceOrder {
    const away = (1 + this.below(DEPTH_TICKS)) * TICK_PIPS;
    const isBid = this.below(2) === 0;
    const isTimed = this.below(10) === 0;
    const order = this.order(isBid, CENTER_PIPS + (isBid ? -away : away), isTimed ? 'GTD' : 'GTC');
    this.open.push(order);
    return order;
  }

  private trading(): Command {
    const isBid = this.below(2) === 0;
    const away = (1 + DEPTH_TICKS) * TICK_PIPS;
    return this.order(isBid, CENTER_PIPS + (isBid ? away : -away), 'FAK');
  }

  /** Cancels a recently placed order, which may be closed already. */
  private cancel(): Command {
    const at = unixMillis(this.at);
    const index = Math.max(0, this.open.length - 1 - this.below(4_096));
    const order = this.open[index];
    const last = this.open.pop();
    if (order === undefined || last === undefined) return { type: 'advanceTime', at };
    if (last !== order) this.open[index] = last;
    return { type: 'cancelOrder', at, orderId: order.orderId, wallet: order.wallet };
  }

  private order(isBid: boolean, bookPips: number, orderType: 'GTC' | 'GTD' | 'FAK'): PlaceOrder {
    const outcome: OutcomeIndex = this.below(2) === 0 ? 0 : 1;
    const wallet = this.below(WALLETS);
    const markets = this.markets.length === 1 ? this.markets : this.marketsOf(wallet);
    this.number += 1;
    return {
      type: 'placeOrder',
      at: unixMillis(this.at),
      orderId: this.hex(64),
      wallet: this.wallets[wallet] ?? '',
      conditionId: markets[this.below(markets.length)] ?? '',
      outcome,
      side: isBid === (outcome === 0) ? 'BUY' : 'SELL',
      orderType,
      pricePips: pricePips(outcome === 0 ? bookPips : 10_000 - bookPips),
      sizeMicros: sizeMicros((5 + this.below(SIZE_SHARES)) * 1_000_000),
      budgetMicros: null,
      flags: NO_FLAGS,
      expiresAt: orderType === 'GTD' ? unixMillis(this.at + 600_000) : null,
    };
  }

  private below(count: number): number {
    this.seed ^= this.seed << 13;
    this.seed ^= this.seed >>> 17;
    this.seed ^= this.seed << 5;
    return (this.seed >>> 0) % count;
  }

  private hex(digits: number): string {
    let text = '0x';
    while (text.length < digits + 2) text += (this.below(0x10000000) + 0x10000000).toString(16).slice(-8);
    // One flat string, as a parser returns it, not a rope of pieces.
    return Buffer.from(text.slice(0, digits + 2), 'latin1').toString('latin1');
  }
}
