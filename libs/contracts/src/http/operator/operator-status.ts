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
  @ApiProperty({ ...COUNT, description: 'Resident memory in bytes' })
  readonly residentBytes!: number;
  @ApiProperty({ ...COUNT, description: 'CPU time used since the start, in milliseconds' })
  readonly processorMillis!: number;
}

/** One condition of readiness. */
export class OperatorCheck {
  @ApiProperty({ example: 'database' })
  readonly name!: string;
  @ApiProperty({ description: 'ok, or a sentence that says why the check fails', example: 'ok' })
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
  @ApiProperty({ description: 'For relay and ingest the service that publishes the events; else empty', example: 'clob' })
  readonly source!: string;
  @ApiProperty({ ...COUNT, nullable: true, description: 'Number of commands, commits or events; null when not counted' })
  readonly behind!: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Age of the lag in seconds; null when unknown',
    example: 0.02,
  })
  readonly seconds!: number | null;
}

/** A counter since the process started: two responses and the time between them give the rate. */
export class OperatorTotal {
  @ApiProperty({
    enum: ['requests', 'orders', 'trades', 'commits', 'events-emitted', 'events-published', 'events-applied'],
    description: 'orders: orders that callers placed, including refused ones; the other names say what is counted',
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
      'request: complete requests, by the error code; order: single orders of requests, by the error code; limit: requests beyond a limit, ' +
      'by its name',
  })
  readonly of!: string;
  @ApiProperty({ description: 'Error code, or name of the limit', example: 'not_enough_balance' })
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
  @ApiProperty({ ...MILLIS, nullable: true, description: 'When that session began, Unix milliseconds' })
  readonly since!: number | null;
  @ApiProperty({
    ...COUNT,
    nullable: true,
    description: 'Time since the holder’s last sign of life, in milliseconds',
    example: 120,
  })
  readonly silentMillis!: number | null;
}

/** The result of the last `ops doctor`. */
export class OperatorExamination {
  @ApiProperty({ ...MILLIS, description: 'Time of the check, Unix milliseconds' })
  readonly at!: number;
  @ApiProperty({ ...COUNT, description: 'Age in seconds', example: 3600 })
  readonly ageSeconds!: number;
  @ApiProperty({ type: DoctorReport })
  readonly report!: DoctorReport;
}

/** The status of a service, for the operator's view. At most one second old. */
export class OperatorStatus {
  @ApiProperty({ enum: SERVICES })
  readonly surface!: ServiceName;
  @ApiProperty({ ...MILLIS, description: 'Time of this status, Unix milliseconds' })
  readonly at!: number;
  @ApiProperty({ type: OperatorProcess })
  readonly process!: OperatorProcess;
  @ApiProperty({ description: 'ok, or what the process is blocked on', example: 'ok' })
  readonly health!: string;
  @ApiProperty({ description: 'Whether every check passes, so that the process receives traffic' })
  readonly isReady!: boolean;
  @ApiProperty({ type: [OperatorCheck] })
  readonly checks!: readonly OperatorCheck[];
  @ApiProperty({
    type: [OperatorLag],
    description: 'Only those that this process has; a replica that is not the writer has no relay',
  })
  readonly lags!: readonly OperatorLag[];
  @ApiProperty({ type: [OperatorTotal] })
  readonly totals!: readonly OperatorTotal[];
  @ApiProperty({ type: [OperatorRefusals], description: 'The most frequent first; kinds without any are omitted' })
  readonly refusals!: readonly OperatorRefusals[];
  @ApiProperty({ type: [LimitState], description: 'Empty when limits are disabled' })
  readonly limits!: readonly LimitState[];
  @ApiPropertyOptional({ type: OperatorLease, description: 'Only of the trading service' })
  readonly lease?: OperatorLease;
  @ApiPropertyOptional({ type: OperatorExamination, description: 'Absent when `ops doctor` has not run' })
  readonly examination?: OperatorExamination;
  @ApiProperty({
    type: [String],
    description: 'Parts that could not be read and are therefore absent: lease, examination',
    example: [],
  })
  readonly unread!: readonly string[];
}
