import { Injectable } from '@nestjs/common';
import type { CancelMarketOrdersRequest, CancelOrderRequest, CancelOrdersRequest, CancelResult } from '@foretell/contracts';
import { signedRequestId, type AuthenticatedCaller } from '@foretell/platform-auth';
import { Limits } from '@foretell/platform-limits';
import type { IncomingMessage } from 'node:http';
import { RESPONSE_FORMATS } from '../response-formats/response-formats';
import { EngineService } from '../engine/engine.service';
import type { CommandDraft, Settled } from '../engine/submission';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';

type CancelDraft = Extract<CommandDraft, { type: 'cancelOrder' }>;

const DELAYED = 'the order is delayed and cannot be canceled';

/**
 * Cancels the caller's orders, whichever of the caller's keys placed them. Orders that could not be cancelled are returned by id,
 * never as an error. Source: interface, DELETE /order and DELETE /cancel-market-orders; protocol 8.
 */
@Injectable()
export class CancelService {
  constructor(
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
    private readonly limits: Limits,
  ) {}

  cancelOne(caller: AuthenticatedCaller, { orderId, orderID }: CancelOrderRequest): Promise<CancelResult> {
    return this.cancelEach(caller, [orderId ?? orderID ?? '']);
  }

  /** Each id counts towards a separate limit: a list of a thousand costs as much as a thousand lists. */
  async cancelMany(caller: AuthenticatedCaller, orderIds: CancelOrdersRequest, request: IncomingMessage): Promise<CancelResult> {
    const ids = onePerOrder(orderIds);
    this.limits.admitIds(request, ids.length, caller.apiKey);
    return this.cancelEach(caller, ids);
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
    const own = this.links.walletsOf(caller.address);
    const commands = ids.flatMap((id) =>
      this.cancelsOf(id.toLowerCase(), own).map((command) => ({ id, command, from: caller.network })),
    );
    const { settled } = commands.length === 0 ? { settled: [] } : await this.engine.submitAll(commands);
    const { unknownOrder } = RESPONSE_FORMATS[caller.format];
    const reasons = new Map<string, string | null>(ids.map((id) => [id, unknownOrder]));
    commands.forEach(({ id }, index) => {
      const reason = reasonOf(settled[index]);
      if (reason !== 'unknown') reasons.set(id, reason);
    });
    const notCanceled = [...reasons].flatMap(([id, reason]) => (reason === null ? [] : [[id, reason] as const]));
    return { canceled: ids.filter((id) => reasons.get(id) === null), not_canceled: Object.fromEntries(notCanceled) };
  }

  /**
   * The writer checks the owner, because the order may still be queued. When the wallet is unknown here, a cancel is sent for
   * each of the caller's wallets. Another caller's order counts as unknown; neither takes a place in the writer's queue.
   */
  private cancelsOf(orderId: string, own: readonly string[]): CancelDraft[] {
    const known = this.engine.orderWallet(orderId);
    return own.flatMap((wallet) => (known === undefined || known === wallet ? [{ type: 'cancelOrder', orderId, wallet }] : []));
  }

  private async cancelScope(
    caller: AuthenticatedCaller,
    conditionId: string | null,
    outcome: 0 | 1 | null,
  ): Promise<CancelResult> {
    const wallets = this.links.walletsOf(caller.address);
    const request = signedRequestId(caller);
    const { settled } = await this.engine.submitAll(
      wallets.map((wallet) => ({
        command: { type: 'cancelOrders', wallet, conditionId, outcome },
        request,
        from: caller.network,
      })),
    );
    const done = settled.filter((each) => each.type === 'canceled');
    return {
      canceled: done.flatMap(({ orderIds }) => orderIds),
      not_canceled: Object.fromEntries(done.flatMap(({ delayedOrderIds }) => delayedOrderIds.map((id) => [id, DELAYED]))),
    };
  }
}

/** Each order once, as it was named first: an id is the same in either letter case. */
function onePerOrder(ids: readonly string[]): string[] {
  const named = new Map<string, string>();
  for (const id of ids) if (!named.has(id.toLowerCase())) named.set(id.toLowerCase(), id);
  return [...named.values()];
}

/** Null when cancelled, the reason otherwise. */
function reasonOf(settled: Settled | undefined): 'unknown' | typeof DELAYED | null {
  if (settled?.type === 'canceled') return null;
  return settled?.type === 'rejected' && settled.reason === 'order_delayed' ? DELAYED : 'unknown';
}
