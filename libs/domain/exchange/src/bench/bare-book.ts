import type { Command, PlaceOrder } from '../command';

interface BaselineOrder {
  readonly price: number;
  readonly isBid: boolean;
  size: number;
}

const PRICES = 10_000;

/**
 * The baseline: price-time matching over a Map and arrays, nothing else. No ledger, checks, events, rows or hash; one list of
 * orders per price. Cancelled orders stay in their list until matching reaches them.
 */
export class BaselineBook {
  private readonly orders = new Map<string, BaselineOrder>();
  private readonly books = new Map<string, BaselineOrder[][]>();

  apply(command: Command): void {
    if (command.type === 'cancelOrder') this.cancel(command.orderId);
    else if (command.type === 'placeOrder') this.place(command);
  }

  private cancel(orderId: string): void {
    const order = this.orders.get(orderId);
    if (order === undefined) return;
    order.size = 0;
    this.orders.delete(orderId);
  }

  private place(command: PlaceOrder): void {
    const isBid = (command.side === 'BUY') === (command.outcome === 0);
    const price = command.outcome === 0 ? command.pricePips : 10_000 - command.pricePips;
    const order: BaselineOrder = { price, isBid, size: command.sizeMicros };
    const book = this.book(command.conditionId);
    if (command.orderType === 'FAK') {
      this.take(book, order);
      return;
    }
    this.orders.set(command.orderId, order);
    book[price]?.push(order);
  }

  private take(book: BaselineOrder[][], taker: BaselineOrder): void {
    const step = taker.isBid ? 10 : -10;
    for (let price = 5_000 + step; price !== taker.price && taker.size > 0; price += step) {
      const level = book[price];
      if (level === undefined) continue;
      let met = 0;
      for (const maker of level) {
        const size = Math.min(maker.size, taker.size);
        maker.size -= size;
        taker.size -= size;
        if (maker.size > 0) break;
        met += 1;
      }
      if (met > 0) level.splice(0, met);
    }
  }

  private book(conditionId: string): BaselineOrder[][] {
    const existing = this.books.get(conditionId);
    if (existing !== undefined) return existing;
    const book = Array.from({ length: PRICES }, (): BaselineOrder[] => []);
    this.books.set(conditionId, book);
    return book;
  }
}
