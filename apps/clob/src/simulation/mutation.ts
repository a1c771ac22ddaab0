import type { EventRelay, EventRelayOptions } from '@foretell/platform-nats';
import type { Follower, FollowerOptions } from '../engine/follower/follower';
import type { TradingRecord } from '../engine/trading-record';
import type { ProjectionDuties } from './reader';
import type { BusDuties } from './simulated-bus';
import type { CommandDuties } from './simulated-commands';
import type { RecordDuties } from './simulated-record';

/** Replacements of real parts, to test that a simulation detects them; empty in a usual run. */
export interface Mutation {
  readonly record?: Partial<RecordDuties>;
  readonly bus?: BusDuties;
  readonly projection?: Partial<ProjectionDuties>;
  /** The record that a replica uses. */
  readonly recordOf?: (record: TradingRecord) => TradingRecord;
  /** How commands travel between replicas. */
  readonly commands?: Partial<CommandDuties>;
  /** Whether reads wait until their data is durable and caught up. */
  readonly readsDurably?: boolean;
  /** Maximum clock difference of a writer. */
  readonly clockSkewMaxMillis?: number;
  /** Creates the Follower of a replica. */
  readonly followerOf?: (options: FollowerOptions) => Follower;
  /** Creates the EventRelay of a replica. */
  readonly relayOf?: (options: EventRelayOptions) => EventRelay;
  /** The record goes back in every seed. */
  readonly goesBack?: boolean;
}
