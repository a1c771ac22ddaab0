import { IntegerField, ListField, OneOfField, TextField } from './fields';

const SOURCES = ['clob', 'gamma'] as const;
type Source = (typeof SOURCES)[number];

/** Selects dead-lettered events of a service: all by default. */
export class DeadLettersRequest {
  @OneOfField({ description: 'Only those of this source', names: SOURCES, isOptional: true })
  readonly source?: Source;

  @IntegerField({ description: "Only the one at this place of its source's sequence", minimum: 1, isOptional: true })
  readonly sequence?: number;
}

/** An event that a service could not apply, and the reason. */
export class DeadLetter {
  @OneOfField({ description: 'The source that published it', names: SOURCES })
  readonly source!: Source;

  @IntegerField({ description: "Its place in the source's sequence", minimum: 1 })
  readonly sequence!: number;

  @IntegerField({ description: 'The same but of a message that cannot be read: the place of its last event', minimum: 1 })
  readonly lastSequence!: number;

  @TextField({ description: 'Its type; empty for a message that cannot be read' })
  readonly type!: string;

  @TextField({ description: 'What it is about' })
  readonly subject!: string;

  @TextField({ description: 'Why it was not applied' })
  readonly reason!: string;

  @IntegerField({ description: 'How often it, or an earlier event that it took the place of, was refused', minimum: 1 })
  readonly count!: number;

  @IntegerField({ description: 'When it was first refused, Unix milliseconds', minimum: 0 })
  readonly firstAt!: number;

  @IntegerField({ description: 'When it was last refused, Unix milliseconds', minimum: 0 })
  readonly lastAt!: number;

  @TextField({ description: 'The message as it came, as text, at most 4,096 characters of it' })
  readonly message!: string;
}

export class DeadLetters {
  @IntegerField({ description: 'How many are dead-lettered', minimum: 0 })
  readonly total!: number;

  @ListField(() => DeadLetter, { description: 'The oldest 100 of them' })
  readonly facts!: readonly DeadLetter[];
}

export class DeadLettersReplayed {
  @IntegerField({ description: 'How many were applied now, and are dead-lettered no more', minimum: 0 })
  readonly applied!: number;

  @ListField(() => DeadLetter, { description: 'Those that were refused again' })
  readonly refused!: readonly DeadLetter[];
}

export class DeadLettersDropped {
  @IntegerField({ description: 'How many were given up', minimum: 0 })
  readonly dropped!: number;
}
