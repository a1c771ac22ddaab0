import { IntegerField, ListField, OneOfField, TextField } from './fields';

const SOURCES = ['clob', 'gamma'] as const;
type Source = (typeof SOURCES)[number];

/** Selects dead-lettered events of a service: all by default. */
export class SetAsideRequest {
  @OneOfField({ description: 'Only those of this source', names: SOURCES, isOptional: true })
  readonly source?: Source;

  @IntegerField({ description: "Only the one at this place of its source's sequence", minimum: 1, isOptional: true })
  readonly sequence?: number;
}

/** An event that a service could not apply, and the reason. */
export class SetAsideFact {
  @OneOfField({ description: 'Who told it', names: SOURCES })
  readonly source!: Source;

  @IntegerField({ description: "Its place in the source's sequence", minimum: 1 })
  readonly sequence!: number;

  @IntegerField({ description: 'The same but of a message that cannot be read: the place of its last fact', minimum: 1 })
  readonly lastSequence!: number;

  @TextField({ description: 'Its type; empty for a message that cannot be read' })
  readonly type!: string;

  @TextField({ description: 'What it is about' })
  readonly subject!: string;

  @TextField({ description: 'Why it was not applied' })
  readonly reason!: string;

  @IntegerField({ description: 'How often it, or an earlier fact that it took the place of, was refused', minimum: 1 })
  readonly count!: number;

  @IntegerField({ description: 'When it was first refused, Unix milliseconds', minimum: 0 })
  readonly firstAt!: number;

  @IntegerField({ description: 'When it was last refused, Unix milliseconds', minimum: 0 })
  readonly lastAt!: number;

  @TextField({ description: 'The message as it came, as text, at most 4,096 characters of it' })
  readonly message!: string;
}

export class SetAsideFacts {
  @IntegerField({ description: 'How many are set aside', minimum: 0 })
  readonly total!: number;

  @ListField(() => SetAsideFact, { description: 'The oldest 100 of them' })
  readonly facts!: readonly SetAsideFact[];
}

export class SetAsideReplayed {
  @IntegerField({ description: 'How many were applied now, and are set aside no more', minimum: 0 })
  readonly applied!: number;

  @ListField(() => SetAsideFact, { description: 'Those that were refused again' })
  readonly refused!: readonly SetAsideFact[];
}

export class SetAsideDropped {
  @IntegerField({ description: 'How many were given up', minimum: 0 })
  readonly dropped!: number;
}
