import type { EventRelay, EventRelayOptions } from '@foretell/platform-nats';
import type { Follower, FollowerOptions } from '../engine/follower/follower';
import type { TradingRecord } from '../engine/trading-record';
import type { ProjectionDuties } from './reader';
import type { BusDuties } from './simulated-bus';
import type { CommandDuties } from './simulated-commands';
import type { RecordDuties } from './simulated-record';

/** What is put in place of what is real, to see whether a simulation notices; nothing in a usual run. */
export interface Mutation {
  readonly record?: Partial<RecordDuties>;
  readonly bus?: BusDuties;
  readonly projection?: Partial<ProjectionDuties>;
  /** The record as a replica has it. */
  readonly recordOf?: (record: TradingRecord) => TradingRecord;
  /** How commands travel between replicas. */
  readonly commands?: Partial<CommandDuties>;
  /** Whether reads wait until what they answer is durable and caught up. */
  readonly readsDurably?: boolean;
  /** How far the clock of a process may differ that writes. */
  readonly clockSkewMaxMillis?: number;
  /** What follows the journal in a replica. */
  readonly followerOf?: (options: FollowerOptions) => Follower;
  /** What publishes the journal of a replica. */
  readonly relayOf?: (options: EventRelayOptions) => EventRelay;
  /** The record goes back in every seed. */
  readonly goesBack?: boolean;
}
