import { Controller, Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import {
  ResolutionProposeRequest,
  ResolutionResultRequest,
  ResolutionsListRequest,
  ResolutionsPage,
  ResolutionState,
  ResolutionStepped,
  ResolutionStepRequest,
} from '@foretell/contracts';
import type { Resolution } from '@foretell/exchange';
import { OpsCommand, OpsContext, OpsRefusal, type Operator } from '@foretell/platform-nats';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import type { CommandDraft } from '../engine/submission';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { MarketRefs, resolutionOf } from './market-ref';
import { stageOf, stateOf, stepRefusal } from './resolution-state';

/** Common fields of all steps of a resolution. */
interface Step {
  readonly conditionId: string;
  readonly by: string;
  readonly reference: string;
  readonly note: string;
}

/** Operator commands on the results of markets. Source: docs/decisions/resolution.md. */
@Controller()
export class ResolutionsOpsController {
  constructor(
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly refs: MarketRefs,
    @Inject(CLOB_CONFIG) private readonly config: Pick<ClobConfig, 'resolution'>,
  ) {}

  @OpsCommand('ops.clob.resolutions.list')
  list({ stage, limit, offset }: ResolutionsListRequest): ResolutionsPage {
    const all = [...this.directory.all()].filter(({ market }) =>
      stage === undefined ? market.status === 'closed' : stageOf(market) === stage,
    );
    return { total: all.length, resolutions: all.slice(offset, offset + limit).map(stateOf) };
  }

  @OpsCommand('ops.clob.resolutions.propose')
  async propose(@Payload() request: ResolutionProposeRequest, @Ctx() { operator }: OpsContext): Promise<ResolutionStepped> {
    const { source = '' } = request;
    const { isSourceRequired, windowMillis } = this.config.resolution;
    if (isSourceRequired && source === '')
      throw new OpsRefusal('this site requires a source: add --source with a link to the result');
    return this.takeResult(request, operator, (step) => ({ ...step, type: 'proposeResolution', source, windowMillis }));
  }

  @OpsCommand('ops.clob.resolutions.object')
  object(@Payload() request: ResolutionStepRequest, @Ctx() { operator }: OpsContext): Promise<ResolutionStepped> {
    return this.take(request, operator, (step) => ({ ...step, type: 'disputeResolution' }));
  }

  @OpsCommand('ops.clob.resolutions.finalize')
  finalize(@Payload() request: ResolutionResultRequest, @Ctx() { operator }: OpsContext): Promise<ResolutionStepped> {
    const { graceMillis } = this.config.resolution;
    return this.takeResult(request, operator, (step) => ({ ...step, type: 'finalizeResolution', graceMillis }));
  }

  @OpsCommand('ops.clob.resolutions.reverse')
  reverse(@Payload() request: ResolutionStepRequest, @Ctx() { operator }: OpsContext): Promise<ResolutionStepped> {
    return this.take(request, operator, (step) => ({ ...step, type: 'reverseResolution' }));
  }

  /** A repetition under the same reference must name the same result. */
  private async takeResult(
    request: ResolutionResultRequest,
    operator: Operator,
    command: (step: Step & { readonly resolution: Resolution }) => CommandDraft,
  ): Promise<ResolutionStepped> {
    const named = (entry: MarketEntry): Resolution => resolutionOf(entry, request.winner);
    const stepped = await this.take(request, operator, (step, entry) => command({ ...step, resolution: named(entry) }));
    const entry = this.refs.find(request.market);
    const stands = entry.market.proposal?.resolution ?? entry.market.resolution;
    if (stepped.applied || stands === named(entry)) return stepped;
    throw new OpsRefusal(
      `${request.reference} named another proposal, and the result is ${stepped.result}: use another reference`,
    );
  }

  private async take(
    { market, reference, note = '' }: ResolutionStepRequest,
    { actor }: Operator,
    command: (step: Step, entry: MarketEntry) => CommandDraft,
  ): Promise<ResolutionStepped> {
    this.engine.requireViews();
    const entry = this.refs.find(market);
    const { conditionId } = entry;
    const settled = await this.engine.submit({
      command: command({ conditionId, by: actor, reference, note }, entry),
    });
    const isRepeated = settled.type === 'rejected' && settled.reason === 'duplicate_step';
    if (settled.type === 'rejected' && !isRepeated) throw new OpsRefusal(stepRefusal(settled, entry));
    return { ...this.state(conditionId), applied: !isRepeated };
  }

  private state(conditionId: string): ResolutionState {
    return stateOf(this.refs.find(conditionId));
  }
}
