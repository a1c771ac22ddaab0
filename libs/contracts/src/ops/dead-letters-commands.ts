import { IntegerField, ListField, OneOfField, TextField } from './fields';

const SOURCES = ['clob', 'gamma'] as const;
type Source = (typeof SOURCES)[number];

/** Selects dead-lettered events of a service: all by default. */
export class DeadLettersRequest {
  @OneOfField({ description: 'Only those of this source', names: SOURCES, isOptional: true })
  readonly source?: Source;

  @IntegerField({ description: 'Only the event with this sequence number', minimum: 1, isOptional: true })
  readonly sequence?: number;
}

/** An event that a service could not apply, and the reason. */
export class DeadLetter {
  @OneOfField({ description: 'The source that published it', names: SOURCES })
  readonly source!: Source;

  @IntegerField({ description: 'Its sequence number at the source', minimum: 1 })
  readonly sequence!: number;

  @IntegerField({
    description: 'The same as sequence; for a message that cannot be read the sequence number of its last event',
    minimum: 1,
  })
  readonly lastSequence!: number;

  @TextField({ description: 'Its type; empty for a message that cannot be read' })
  readonly type!: string;

  @TextField({ description: 'What it is about' })
  readonly subject!: string;

  @TextField({ description: 'Why it was not applied' })
  readonly reason!: string;

  @IntegerField({ description: 'How often it, or an earlier event that it replaced, was refused', minimum: 1 })
  readonly count!: number;

  @IntegerField({ description: 'When it was first refused, Unix milliseconds', minimum: 0 })
  readonly firstAt!: number;

  @IntegerField({ description: 'When it was last refused, Unix milliseconds', minimum: 0 })
  readonly lastAt!: number;

  @TextField({ description: 'The message as received, at most 4,096 characters' })
  readonly message!: string;
}

export class DeadLetters {
  @IntegerField({ description: 'How many are dead-lettered', minimum: 0 })
  readonly total!: number;

  @ListField(() => DeadLetter, { description: 'The oldest 100 of them' })
  readonly facts!: readonly DeadLetter[];
}

export class DeadLettersReplayed {
  @IntegerField({ description: 'Number of events applied now and no longer dead-lettered', minimum: 0 })
  readonly applied!: number;

  @ListField(() => DeadLetter, { description: 'Those that were refused again' })
  readonly refused!: readonly DeadLetter[];
}

export class DeadLettersDropped {
  @IntegerField({ description: 'Number of events dropped', minimum: 0 })
  readonly dropped!: number;
}
