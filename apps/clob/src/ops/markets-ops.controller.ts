import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { MarketRef, MarketSettings, MarketState, MarketsPage, MarketStatusName, OpsReply } from '@foretell/contracts';
import type { Resolution } from '@foretell/exchange';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { EngineService } from '../engine/engine.service';
import type { CommandDraft } from '../engine/submission';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { RewardsStore } from '../rewards/rewards.store';
import { MarketRefs } from './market-ref';
import { rewardsOf, termsOf } from './market-settings';
import { OpsRefusal, replyTo } from './ops-reply';
import { Recorded } from '../record/recorded';

const PAGE_MAX = 500;

/** Operator commands on markets. Source: decisions, Operations. */
@Controller()
export class MarketsOpsController {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly refs: MarketRefs,
    private readonly rewards: RewardsStore,
    private readonly recorded: Recorded,
  ) {}

  @MessagePattern('ops.clob.markets.list')
  list(
    @Payload() { status, limit, offset }: { status?: MarketStatusName; limit: number; offset: number },
  ): Promise<OpsReply<'ops.clob.markets.list'>> {
    return replyTo('ops.clob.markets.list', async (): Promise<MarketsPage> => {
      const all = [...this.directory.all()].filter((entry) => status === undefined || entry.market.status === status);
      const shown = all.slice(offset, offset + Math.min(limit, PAGE_MAX));
      const counts = await this.openOrders(shown.map(({ conditionId }) => conditionId));
      return { total: all.length, markets: shown.map((entry) => this.refs.state(entry, counts.get(entry.conditionId) ?? 0)) };
    });
  }

  @MessagePattern('ops.clob.markets.pause')
  pause(@Payload() { market }: MarketRef): Promise<OpsReply<'ops.clob.markets.pause'>> {
    return replyTo('ops.clob.markets.pause', () =>
      this.change(market, ({ conditionId }) => ({ type: 'pauseMarket', conditionId })),
    );
  }

  @MessagePattern('ops.clob.markets.resume')
  resume(@Payload() { market }: MarketRef): Promise<OpsReply<'ops.clob.markets.resume'>> {
    return replyTo('ops.clob.markets.resume', () =>
      this.change(market, ({ conditionId }) => ({ type: 'resumeMarket', conditionId })),
    );
  }

  @MessagePattern('ops.clob.markets.close')
  close(@Payload() { market }: MarketRef): Promise<OpsReply<'ops.clob.markets.close'>> {
    return replyTo('ops.clob.markets.close', () =>
      this.change(market, ({ conditionId }) => ({ type: 'closeMarket', conditionId })),
    );
  }

  @MessagePattern('ops.clob.markets.resolve')
  resolve(@Payload() { market, winner }: MarketRef & { winner: string }): Promise<OpsReply<'ops.clob.markets.resolve'>> {
    return replyTo('ops.clob.markets.resolve', () =>
      this.change(market, (entry) => ({
        type: 'resolveMarket',
        conditionId: entry.conditionId,
        resolution: resolutionOf(entry, winner),
      })),
    );
  }

  @MessagePattern('ops.clob.markets.set')
  set(@Payload() { market, ...settings }: MarketRef & MarketSettings): Promise<OpsReply<'ops.clob.markets.set'>> {
    return replyTo('ops.clob.markets.set', async () => {
      const entry = this.refs.find(market);
      const terms = termsOf(entry, settings);
      const rewards = rewardsOf(settings);
      if (terms === null && rewards === null)
        throw new OpsRefusal('nothing to set: give at least one of tick, fee, minimum size, delay or rewards');
      if (rewards !== null) await this.rewards.pin(entry.conditionId, rewards);
      if (terms === null) return this.state(this.refs.find(market));
      return this.change(market, ({ conditionId }) => ({ type: 'setMarketTerms', conditionId, ...terms }));
    });
  }

  private async change(ref: string, command: (entry: MarketEntry) => CommandDraft): Promise<MarketState> {
    this.engine.requireViews();
    const settled = await this.engine.submit({ command: command(this.refs.find(ref)) });
    if (settled.type === 'rejected') throw new OpsRefusal(`refused: ${settled.reason.replaceAll('_', ' ')}`);
    return this.state(this.refs.find(ref));
  }

  private async state(entry: MarketEntry): Promise<MarketState> {
    const counts = await this.openOrders([entry.conditionId]);
    return this.refs.state(entry, counts.get(entry.conditionId) ?? 0);
  }

  private async openOrders(conditionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    await this.recorded.level();
    const { rows } = await this.pool.query<{ conditionId: string; count: number }>(
      `select condition_id as "conditionId", count(*)::int as count from clob.orders
       where status in ('live', 'delayed') and condition_id = any($1::text[]) group by 1`,
      [conditionIds],
    );
    return new Map(rows.map(({ conditionId, count }) => [conditionId, count]));
  }
}

/** By outcome label, outcome index, or half for 50/50. */
function resolutionOf({ outcomes }: MarketEntry, winner: string): Resolution {
  const wanted = winner.toLowerCase();
  if (wanted === 'half' || wanted === '50/50') return 'half';
  if (wanted === '0' || wanted === outcomes[0].toLowerCase()) return 'outcome0';
  if (wanted === '1' || wanted === outcomes[1].toLowerCase()) return 'outcome1';
  throw new OpsRefusal(`the winner must be "${outcomes[0]}", "${outcomes[1]}" or half, not "${winner}"`);
}
