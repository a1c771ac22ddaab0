import { FlagField, IntegerField, ListField, OneOfField, TextField } from './fields';

export const SERVICES = ['clob', 'gamma', 'data'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The request of a command without parameters. */
export class NoParameters {}

export class ReplayRequest {
  @IntegerField({
    description: 'First sequence to publish again; events before it are then gone from the stream',
    minimum: 1,
    refusal: '$property must be a sequence, 1 or more',
  })
  readonly from!: number;

  @FlagField({
    description:
      'Begins another lineage of the record that shares nothing with the one before, so that every reader has to read again: for a ' +
      'database whose disk was put back and whose stream was emptied. Where the stream still holds what happened, it is compared instead',
    isOptional: true,
  })
  readonly newLineage?: boolean;
}

/** The events of another service are applied again from the first one. */
export class EventsReread {
  @IntegerField({ description: 'Last sequence on the stream; the service has caught up once it has applied it', minimum: 0 })
  readonly to!: number;
}

export class Replayed {
  @IntegerField({ description: 'First sequence published again', minimum: 1 })
  readonly from!: number;

  @IntegerField({ description: 'Last sequence of the journal', minimum: 0 })
  readonly head!: number;
}

/** One checked invariant. */
export class DoctorCheck {
  @TextField({ description: 'What is checked' })
  readonly name!: string;

  @FlagField({ description: 'Whether the check passes' })
  readonly holds!: boolean;

  @TextField({ description: 'The compared figures' })
  readonly detail!: string;
}

export class DoctorReport {
  @OneOfField({ description: 'The checked service', names: SERVICES })
  readonly surface!: ServiceName;

  @ListField(() => DoctorCheck, { description: 'All checks, including those that pass' })
  readonly checks!: readonly DoctorCheck[];
}

export class RebuildStarted {
  @FlagField({ description: 'False when a rebuild is running, or when the streams lack events' })
  readonly started!: boolean;

  @TextField({ description: 'What the service does now, or what to do first' })
  readonly message!: string;
}
