import { Controller } from '@nestjs/common';
import {
  MarketRequest,
  MarketResolveRequest,
  MarketSetRequest,
  MarketsListRequest,
  MarketsPage,
  MarketState,
} from '@foretell/contracts';
import type { Resolution } from '@foretell/exchange';
import { OpsCommand, OpsRefusal } from '@foretell/platform-nats';
import { EngineService } from '../engine/engine.service';
import type { CommandDraft, RewardsAttachment } from '../engine/submission';
import { awaitsResult } from '../market-directory/awaits-result';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { RewardsStore, type RewardSettings } from '../rewards/rewards.store';
import { MarketRefs } from './market-ref';
import { rewardsOf, termsIn, termsOf } from './market-settings';
import { OpenOrderCounts } from './open-order-counts.query';

/** Operator commands on markets. Source: interface, Operations. */
@Controller()
export class MarketsOpsController {
  constructor(
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly refs: MarketRefs,
    private readonly openOrders: OpenOrderCounts,
    private readonly rewards: RewardsStore,
  ) {}

  @OpsCommand('ops.clob.markets.list')
  async list({ status, awaitsResult: awaiting, limit, offset }: MarketsListRequest): Promise<MarketsPage> {
    const all = [...this.directory.all()].filter(
      (entry) =>
        (status === undefined || entry.market.status === status) && (awaiting === undefined || awaitsResult(entry) === awaiting),
    );
    const shown = all.slice(offset, offset + limit);
    const counts = await this.openOrders.count(shown.map(({ conditionId }) => conditionId));
    return { total: all.length, markets: shown.map((entry) => this.refs.state(entry, counts.get(entry.conditionId) ?? 0)) };
  }

  @OpsCommand('ops.clob.markets.pause')
  pause({ market }: MarketRequest): Promise<MarketState> {
    return this.change(market, ({ conditionId }) => ({ type: 'pauseMarket', conditionId }));
  }

  @OpsCommand('ops.clob.markets.resume')
  resume({ market }: MarketRequest): Promise<MarketState> {
    return this.change(market, ({ conditionId }) => ({ type: 'resumeMarket', conditionId }));
  }

  @OpsCommand('ops.clob.markets.close')
  close({ market }: MarketRequest): Promise<MarketState> {
    return this.change(market, ({ conditionId }) => ({ type: 'closeMarket', conditionId }));
  }

  @OpsCommand('ops.clob.markets.resolve')
  async resolve({ market, winner, dryRun }: MarketResolveRequest): Promise<MarketState> {
    if (dryRun === true) return this.rehearse(market, winner);
    return this.change(market, (entry) => ({
      type: 'resolveMarket',
      conditionId: entry.conditionId,
      resolution: resolutionOf(entry, winner),
    }));
  }

  @OpsCommand('ops.clob.markets.set')
  async set({ market, ...settings }: MarketSetRequest): Promise<MarketState> {
    const entry = this.refs.find(market);
    const terms = termsOf(entry, settings);
    const rewards = rewardsOf(settings);
    if (terms === null && rewards === null)
      throw new OpsRefusal('nothing to set: give at least one of tick, fee, minimum size, delay, rewards or rebate');
    const attachment = rewards === null ? undefined : await this.pin(entry, rewards);
    // Nobody earns by a market that is resolved any more: nobody is told.
    if (terms === null && entry.market.status === 'resolved') return this.state(this.refs.find(market));
    const setTerms = ({ conditionId, market: held }: MarketEntry): CommandDraft => ({
      type: 'setMarketTerms',
      conditionId,
      ...(terms ?? termsIn(held)),
    });
    return this.change(market, setTerms, attachment);
  }

  private async pin({ conditionId }: MarketEntry, rewards: RewardSettings): Promise<RewardsAttachment> {
    return { kind: 'rewards', conditionId, pinned: await this.rewards.pin(conditionId, rewards) };
  }

  /** What a resolution would meet: the market as it is. Refuses what the resolution would refuse. */
  private async rehearse(ref: string, winner: string): Promise<MarketState> {
    this.engine.requireViews();
    const entry = this.refs.find(ref);
    resolutionOf(entry, winner);
    if (entry.market.status === 'resolved') throw new OpsRefusal('refused: market resolved');
    return this.state(entry);
  }

  private async change(
    ref: string,
    command: (entry: MarketEntry) => CommandDraft,
    attachment?: RewardsAttachment,
  ): Promise<MarketState> {
    this.engine.requireViews();
    const draft = command(this.refs.find(ref));
    const settled = await this.engine.submit(attachment === undefined ? { command: draft } : { command: draft, attachment });
    if (settled.type === 'rejected') throw new OpsRefusal(`refused: ${settled.reason.replaceAll('_', ' ')}`);
    return this.state(this.refs.find(ref));
  }

  private async state(entry: MarketEntry): Promise<MarketState> {
    const counts = await this.openOrders.count([entry.conditionId]);
    return this.refs.state(entry, counts.get(entry.conditionId) ?? 0);
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
