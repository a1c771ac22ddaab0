import { Injectable } from '@nestjs/common';
import { CANCEL_ORDERS_MAX, type CancelResult } from '@foretell/contracts';
import type { AuthenticatedCaller } from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import { EngineService } from '../engine/engine.service';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';

const NOT_FOUND = 'Order not found or already canceled';
const DELAYED = 'the order is delayed and cannot be canceled';

/**
 * Cancels of the caller's orders, whichever of the caller's keys placed them. What could not be cancelled is told by id, never by
 * an error. Source: interface, DELETE /order and DELETE /cancel-market-orders; protocol 8.
 */
@Injectable()
export class CancelService {
  constructor(
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
  ) {}

  /** DELETE /order: the body names one order. */
  cancelOne(caller: AuthenticatedCaller, body: unknown): Promise<CancelResult> {
    const { orderId, orderID } = fieldsOf(body);
    const id = orderId ?? orderID;
    if (typeof id !== 'string' || id === '') {
      throw new HttpFailure(400, 'Invalid orderID', 'invalid_order_id', { expected: '{"orderId": "<id>"}' });
    }
    return this.cancelEach(caller, [id]);
  }

  /** DELETE /orders: the body is an array of ids. */
  cancelMany(caller: AuthenticatedCaller, body: unknown): Promise<CancelResult> {
    if (!Array.isArray(body) || body.length === 0 || !body.every((id): id is string => typeof id === 'string' && id !== '')) {
      throw new HttpFailure(400, 'Invalid order payload', 'invalid_payload', { expected: 'an array of order ids' });
    }
    if (body.length > CANCEL_ORDERS_MAX) {
      throw new HttpFailure(400, `Too many orders in payload, max allowed: ${CANCEL_ORDERS_MAX}`, 'too_many_orders', {
        maximum: CANCEL_ORDERS_MAX,
      });
    }
    return this.cancelEach(caller, [...new Set(body)]);
  }

  cancelAll(caller: AuthenticatedCaller): Promise<CancelResult> {
    return this.cancelScope(caller, null, null);
  }

  /** DELETE /cancel-market-orders: market, asset or both; empty strings count as absent. */
  cancelMarket(caller: AuthenticatedCaller, body: unknown): Promise<CancelResult> {
    const fields = fieldsOf(body);
    const market = scopeField(fields['market'], 'market');
    const asset = scopeField(fields['asset_id'], 'asset_id') ?? scopeField(fields['assetId'], 'assetId');
    if (market === undefined && asset === undefined) {
      throw new HttpFailure(400, 'Invalid order payload', 'invalid_payload', {
        expected: 'market (condition id), asset_id (token id), or both',
      });
    }
    const token = asset === undefined ? undefined : this.directory.byToken(asset);
    const conditionId = market?.toLowerCase() ?? token?.entry.conditionId;
    const isNowhere = conditionId === undefined || (asset !== undefined && token?.entry.conditionId !== conditionId);
    if (isNowhere) return Promise.resolve({ canceled: [], not_canceled: {} });
    return this.cancelScope(caller, conditionId, token?.outcome ?? null);
  }

  private async cancelEach(caller: AuthenticatedCaller, ids: readonly string[]): Promise<CancelResult> {
    this.engine.requireViews();
    const wallets = new Set<string>(this.links.walletsOf(caller.address));
    const answers = await Promise.all(ids.map((id) => this.cancelOwn(wallets, id.toLowerCase())));
    const canceled: string[] = [];
    const notCanceled = new Map<string, string>();
    ids.forEach((id, index) => {
      const reason = answers[index];
      if (reason === null) canceled.push(id);
      else notCanceled.set(id, reason ?? NOT_FOUND);
    });
    return { canceled, not_canceled: Object.fromEntries(notCanceled) };
  }

  /** Null when cancelled, the reason otherwise. Somebody else's order is as unknown as one that never was. */
  private async cancelOwn(wallets: ReadonlySet<string>, orderId: string): Promise<string | null> {
    const wallet = this.engine.orderWallet(orderId);
    if (wallet === undefined || !wallets.has(wallet)) return NOT_FOUND;
    const settled = await this.engine.submit({ command: { type: 'cancelOrder', orderId, wallet } });
    if (settled.type === 'canceled') return null;
    return settled.type === 'rejected' && settled.reason === 'order_delayed' ? DELAYED : NOT_FOUND;
  }

  private async cancelScope(
    caller: AuthenticatedCaller,
    conditionId: string | null,
    outcome: 0 | 1 | null,
  ): Promise<CancelResult> {
    const wallets = this.links.walletsOf(caller.address);
    const settled = await Promise.all(
      wallets.map((wallet) => this.engine.submit({ command: { type: 'cancelOrders', wallet, conditionId, outcome } })),
    );
    const done = settled.filter((each) => each.type === 'canceled');
    return {
      canceled: done.flatMap(({ orderIds }) => orderIds),
      not_canceled: Object.fromEntries(done.flatMap(({ delayedOrderIds }) => delayedOrderIds.map((id) => [id, DELAYED]))),
    };
  }
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpFailure(400, 'Invalid order payload', 'invalid_payload', { expected: 'a JSON object' });
  }
  return Object.fromEntries(Object.entries(body));
}

function scopeField(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new HttpFailure(400, 'Invalid order payload', 'invalid_payload', { expected: `${name} as a string` });
}
