import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LimitState } from '../../ops/limits-commands';
import { DoctorReport, SERVICES, type ServiceName } from '../../ops/service-commands';

const MILLIS = { type: 'integer', description: 'Unix milliseconds', example: 1795262400000 } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;

/** The process that responded: behind a load balancer the next response may come from another. */
export class OperatorProcess {
  @ApiProperty({ description: 'Name of its machine or container', example: 'clob-7c9d' })
  readonly host!: string;
  @ApiProperty({ type: 'integer', example: 1 })
  readonly pid!: number;
  @ApiProperty({ ...MILLIS, description: 'When it started; every total counts from then. Unix milliseconds' })
  readonly startedAt!: number;
  @ApiProperty({ ...COUNT, description: 'Memory that it holds, in bytes' })
  readonly residentBytes!: number;
  @ApiProperty({ ...COUNT, description: 'CPU time that it took, in milliseconds' })
  readonly processorMillis!: number;
}

/** One condition of readiness. */
export class OperatorCheck {
  @ApiProperty({ example: 'database' })
  readonly name!: string;
  @ApiProperty({ description: 'ok, or a sentence that says what does not hold', example: 'ok' })
  readonly state!: string;
}

/** The lag of a follower behind its source. */
export class OperatorLag {
  @ApiProperty({
    enum: ['writer', 'recorder', 'follower', 'relay', 'ingest'],
    description:
      'writer: commands that wait to be matched; recorder: commits that are not in the tables; follower: this replica’s ' +
      'state; relay: committed events that are not on their stream; ingest: events on a stream that are not applied here',
  })
  readonly name!: string;
  @ApiProperty({ description: 'Who publishes the events, of a relay and an ingest; else empty', example: 'clob' })
  readonly source!: string;
  @ApiProperty({ ...COUNT, nullable: true, description: 'Commands, commits or events; null where it is not counted' })
  readonly behind!: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Since when, in seconds; null where it is not known',
    example: 0.02,
  })
  readonly seconds!: number | null;
}

/** A counter since the process started: two responses and the time between them give the rate. */
export class OperatorTotal {
  @ApiProperty({
    enum: ['requests', 'orders', 'trades', 'commits', 'events-emitted', 'events-published', 'events-applied'],
    description: 'orders: those that callers placed, refused ones included; the others as they are called',
  })
  readonly name!: string;
  @ApiProperty({ ...COUNT, example: 1204 })
  readonly total!: number;
}

/** Rejections of one kind since the process started. */
export class OperatorRefusals {
  @ApiProperty({
    enum: ['request', 'order', 'limit'],
    description:
      'request: a whole request, by the code of its answer; order: one order of a request; limit: requests beyond a limit, ' +
      'by the limit',
  })
  readonly of!: string;
  @ApiProperty({ description: 'The code, or the limit', example: 'not_enough_balance' })
  readonly code!: string;
  @ApiProperty({ ...COUNT, example: 3 })
  readonly total!: number;
}

/** The writer: the holder of the lease. */
export class OperatorLease {
  @ApiProperty({ ...COUNT, description: 'Rises with every change of the writer', example: 4 })
  readonly epoch!: number;
  @ApiProperty({ description: 'Whether the process that answered is the holder' })
  readonly isHeldHere!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Network address of the holder’s session with the database; null when nobody holds the lease',
    example: '10.0.3.7',
  })
  readonly holder!: string | null;
  @ApiProperty({ ...MILLIS, nullable: true, description: 'Since when that session is there, Unix milliseconds' })
  readonly since!: number | null;
  @ApiProperty({
    ...COUNT,
    nullable: true,
    description: 'How long ago the holder showed that it is alive, in milliseconds',
    example: 120,
  })
  readonly silentMillis!: number | null;
}

/** The result of the last `ops doctor`. */
export class OperatorExamination {
  @ApiProperty({ ...MILLIS, description: 'When it was found, Unix milliseconds' })
  readonly at!: number;
  @ApiProperty({ ...COUNT, description: 'How old it is, in seconds', example: 3600 })
  readonly ageSeconds!: number;
  @ApiProperty({ type: DoctorReport })
  readonly report!: DoctorReport;
}

/** The status of a service, for the operator's view. At most one second old. */
export class OperatorStatus {
  @ApiProperty({ enum: SERVICES })
  readonly surface!: ServiceName;
  @ApiProperty({ ...MILLIS, description: 'When this was looked up, Unix milliseconds' })
  readonly at!: number;
  @ApiProperty({ type: OperatorProcess })
  readonly process!: OperatorProcess;
  @ApiProperty({ description: 'ok, or what the process is stuck at', example: 'ok' })
  readonly health!: string;
  @ApiProperty({ description: 'Whether every check holds: it takes traffic' })
  readonly isReady!: boolean;
  @ApiProperty({ type: [OperatorCheck] })
  readonly checks!: readonly OperatorCheck[];
  @ApiProperty({ type: [OperatorLag], description: 'Of what this process has; a replica that writes nothing has no relay' })
  readonly lags!: readonly OperatorLag[];
  @ApiProperty({ type: [OperatorTotal] })
  readonly totals!: readonly OperatorTotal[];
  @ApiProperty({ type: [OperatorRefusals], description: 'The most frequent first; kinds that were never counted are left out' })
  readonly refusals!: readonly OperatorRefusals[];
  @ApiProperty({ type: [LimitState], description: 'None where limits are switched off' })
  readonly limits!: readonly LimitState[];
  @ApiPropertyOptional({ type: OperatorLease, description: 'Of the trading service only' })
  readonly lease?: OperatorLease;
  @ApiPropertyOptional({ type: OperatorExamination, description: 'Absent when `ops doctor` was never asked for' })
  readonly examination?: OperatorExamination;
  @ApiProperty({
    type: [String],
    description: 'What could not be looked up, and is absent for that reason: lease, examination',
    example: [],
  })
  readonly unread!: readonly string[];
}
