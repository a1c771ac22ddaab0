import { Controller, Inject } from '@nestjs/common';
import {
  MarketRequest,
  MarketResolveRequest,
  MarketSetRequest,
  MarketsListRequest,
  MarketsPage,
  MarketState,
} from '@foretell/contracts';
import { OpsCommand, OpsRefusal } from '@foretell/platform-nats';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import type { CommandDraft, RewardsAttachment } from '../engine/submission';
import { awaitsResult } from '../market-directory/awaits-result';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { RewardsStore, type RewardSettings } from '../rewards/rewards.store';
import { MarketRefs, resolutionOf } from './market-ref';
import { rewardsOf, termsIn, termsOf } from './market-settings';
import { OpenOrderCounts } from './open-order-counts.query';

const BY_PROPOSAL_ONLY =
  "this site resolves markets by proposal (RESOLUTION_DIRECT=false): ops resolutions propose, then another operator's ops resolutions finalize";

/** Operator commands on markets. Source: interface, Operations. */
@Controller()
export class MarketsOpsController {
  constructor(
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly refs: MarketRefs,
    private readonly openOrders: OpenOrderCounts,
    private readonly rewards: RewardsStore,
    @Inject(CLOB_CONFIG) private readonly config: Pick<ClobConfig, 'resolution'>,
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
    if (!this.config.resolution.isDirectAllowed) throw new OpsRefusal(BY_PROPOSAL_ONLY);
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
    // A resolved market earns no rewards: no event.
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

  /** Returns the market unchanged. Refuses what the resolution would refuse. */
  private async rehearse(ref: string, winner: string): Promise<MarketState> {
    this.engine.requireViews();
    const entry = this.refs.find(ref);
    resolutionOf(entry, winner);
    if (entry.market.status === 'resolved') throw new OpsRefusal('refused: market resolved');
    if (entry.market.proposal !== null) throw new OpsRefusal('refused: resolution proposed');
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
