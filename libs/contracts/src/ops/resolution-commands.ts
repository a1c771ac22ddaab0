import {
  ConditionIdField,
  FlagField,
  IntegerField,
  LinkField,
  ListField,
  NameField,
  NoteField,
  OneOfField,
  ReferenceField,
  TextField,
} from './fields';
import { MarketRequest } from './market-commands';

const PAGE_MAX = 500;

const STAGES = ['awaiting', 'proposed', 'disputed', 'finalized', 'reversed', 'paid'] as const;
export type ResolutionStageName = (typeof STAGES)[number];

/** A step of the resolution of one market. */
export class ResolutionStepRequest extends MarketRequest {
  @ReferenceField({
    description: 'Identifies the step, such as a ticket. A step is done once per reference',
    refusal: 'the $property must be 1 to 200 visible ASCII characters: it makes a repeated command harmless',
  })
  readonly reference!: string;

  @NoteField({ description: 'Reason, which is public', isOptional: true })
  readonly note?: string;
}

/** A step that names the result. */
export class ResolutionResultRequest extends ResolutionStepRequest {
  @NameField({
    description: "The winning outcome's label or index, or half for 0.50 USDC a share on both sides",
    refusal: "name the winner: an outcome's label, its index, or half",
  })
  readonly winner!: string;
}

export class ResolutionProposeRequest extends ResolutionResultRequest {
  @LinkField({ description: 'Source of the result; a site may require it', isOptional: true })
  readonly source?: string;
}

export class ResolutionsListRequest {
  @OneOfField({ description: 'Only markets in this stage; every closed market when absent', names: STAGES, isOptional: true })
  readonly stage?: ResolutionStageName;

  @IntegerField({ description: 'Maximum number of markets', minimum: 1, maximum: PAGE_MAX })
  readonly limit!: number;

  @IntegerField({ description: 'Number of markets to skip', minimum: 0 })
  readonly offset!: number;
}

const WHEN = 'Unix milliseconds; null without a proposal';

export class ResolutionState {
  @ConditionIdField({ description: 'Condition id' })
  readonly conditionId!: string;

  @TextField({ description: 'Slug, from the catalog' })
  readonly slug!: string;

  @TextField({ description: 'Question, from the catalog' })
  readonly question!: string;

  @OneOfField({
    description:
      'awaiting, disputed, reversed: a result must be proposed. proposed: operators may object. finalized: is paid after the grace period',
    names: STAGES,
  })
  readonly stage!: ResolutionStageName;

  @TextField({ description: "The result: an outcome's label, or half; null before a proposal", isNullable: true })
  readonly result!: string | null;

  @TextField({ description: 'Who proposed it; null without a proposal', isNullable: true })
  readonly proposedBy!: string | null;

  @IntegerField({ description: `When it was proposed, ${WHEN}`, minimum: 0, isNullable: true })
  readonly proposedAt!: number | null;

  @TextField({ description: 'Source of the result; empty when none was given' })
  readonly source!: string;

  @TextField({ description: 'Who took the newest step; null without a proposal', isNullable: true })
  readonly by!: string | null;

  @IntegerField({ description: `When the newest step was taken, ${WHEN}`, minimum: 0, isNullable: true })
  readonly at!: number | null;

  @TextField({ description: 'Note of that operator; may be empty' })
  readonly note!: string;

  @IntegerField({
    description: 'proposed: when it can be finalised. finalized: when it is paid. Unix milliseconds; null in the other stages',
    minimum: 0,
    isNullable: true,
  })
  readonly until!: number | null;
}

export class ResolutionStepped extends ResolutionState {
  @FlagField({ description: 'False when the step was done before with this reference: nothing changed' })
  readonly applied!: boolean;
}

export class ResolutionsPage {
  @ListField(() => ResolutionState, { description: 'The page' })
  readonly resolutions!: readonly ResolutionState[];

  @IntegerField({ description: 'Markets on all pages', minimum: 0 })
  readonly total!: number;
}

/** The steps of a resolution, rows of OPS_COMMANDS. */
export const RESOLUTION_COMMANDS = {
  'ops.clob.resolutions.list': {
    request: ResolutionsListRequest,
    reply: ResolutionsPage,
    summary: 'List closed markets, and how far their results are',
    isRead: true,
  },
  'ops.clob.resolutions.propose': {
    request: ResolutionProposeRequest,
    reply: ResolutionStepped,
    summary: 'Propose the result of a market, and close it',
  },
  'ops.clob.resolutions.object': {
    request: ResolutionStepRequest,
    reply: ResolutionStepped,
    summary: 'Object to a proposed result',
  },
  'ops.clob.resolutions.finalize': {
    request: ResolutionResultRequest,
    reply: ResolutionStepped,
    summary: 'Finalise a result that another operator proposed: it is paid after the grace period',
  },
  'ops.clob.resolutions.reverse': {
    request: ResolutionStepRequest,
    reply: ResolutionStepped,
    summary: 'Take a finalisation back before it is paid',
  },
} as const;
