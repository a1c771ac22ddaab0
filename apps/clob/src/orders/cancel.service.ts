import { Injectable } from '@nestjs/common';
import type { CancelMarketOrdersRequest, CancelOrderRequest, CancelOrdersRequest, CancelResult } from '@foretell/contracts';
import type { AuthenticatedCaller } from '@foretell/platform-auth';
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

  cancelOne(caller: AuthenticatedCaller, { orderId, orderID }: CancelOrderRequest): Promise<CancelResult> {
    return this.cancelEach(caller, [orderId ?? orderID ?? '']);
  }

  cancelMany(caller: AuthenticatedCaller, orderIds: CancelOrdersRequest): Promise<CancelResult> {
    return this.cancelEach(caller, [...new Set(orderIds)]);
  }

  cancelAll(caller: AuthenticatedCaller): Promise<CancelResult> {
    return this.cancelScope(caller, null, null);
  }

  /** Of a market, a token or both; empty texts count as absent. */
  cancelMarket(caller: AuthenticatedCaller, body: CancelMarketOrdersRequest): Promise<CancelResult> {
    const market = body.market || undefined;
    const asset = body.asset_id || body.assetId || undefined;
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
