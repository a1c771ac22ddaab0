import type { Lineage } from '@foretell/contracts';
import { EventRelay, type ReadEnd } from '@foretell/platform-nats';
import type { Found } from '../engine/known/known-ids';
import type { FollowedRecord } from '../engine/follower/follow.query';
import { Follower, type FollowerOptions } from '../engine/follower/follower';
import type { FollowedState } from '../engine/follower/followed-state';
import type { TradingRecord } from '../engine/trading-record';
import type { Mutation } from './mutation';

/**
 * Faulty replacements of correct code. A simulation that misses one of them would also miss a real fault of that kind.
 */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a commit is not fenced by its epoch': { record: { fencesCommits: false } },
  'a recording is not fenced': { record: { fencesProjector: false } },
  'a commit is answered before it is there': { recordOf: (record) => ({ ...record, commit: answeredFirst(record) }) },
  'a commit whose answer is lost counts as done': { recordOf: (record) => ({ ...record, commit: hopeful(record) }) },
  'the tables alone say which ids are known': { recordOf: (record) => ({ ...record, ids: { ...record.ids, among: unheard } }) },
  'a recovery does not finish the journal': {
    recordOf: (record) => ({ ...record, changesAfter: nobody, head: headOfTables(record) }),
  },
  'recordings get lost behind an open fence': {
    record: { fencesProjector: false },
    recordOf: (record) => ({ ...record, record: forgetful(record) }),
  },
  'rows leave the journal before they are safe in the tables': { record: { forgetsWithRows: false } },
  'what was known before a start is not learnt': {
    recordOf: (record) => ({ ...record, ids: { ...record.ids, page: nobody } }),
  },
  'a batch is applied wherever the checkpoint stands': { projection: { checksPlace: false } },
  'rows are written apart from their checkpoint': { projection: { writesAtOnce: false } },
  'a state that was handed over to the writer is followed on': { followerOf: (options) => new Relentless(options) },
  'a reply that does not come in time is taken for nothing done': { commands: { reportsTimeout: false } },
  'a forward has no deadline': { commands: { endsInTime: false } },
  'commands that come late are carried out': { commands: { carriesDeadline: false, delayed: 0.7 } },
  "a request's outcomes come in another order": { commands: { keepsOrder: false } },
  'a read is answered before what it says is durable': { readsDurably: false },
  'a process writes by whatever clock it has': { clockSkewMaxMillis: Infinity },
  'a publish does not say what it follows': { bus: { expectsSequence: false } },
  'a stream is extended once the journal is longer': { goesBack: true, relayOf: (options) => new Trusting(options) },
  'a consumer does not see of which lineage events are': { goesBack: true, projection: { seesLineages: false } },
  'an epoch is given again after the record went back': {
    goesBack: true,
    record: { raisesByTimeline: false },
    commands: { delayed: 0.3 },
  },
  'a record that went back goes on as the same lineage': { goesBack: true, record: { beginsLineages: false } },
  'a head behind the state counts as caught up': { goesBack: true, followerOf: content },
};

function answeredFirst(record: TradingRecord): TradingRecord['commit'] {
  return async (batch) => {
    record.commit(batch).catch(() => undefined);
  };
}

function hopeful(record: TradingRecord): TradingRecord['commit'] {
  return (batch) => record.commit(batch).catch(() => undefined);
}

function headOfTables(record: TradingRecord): TradingRecord['head'] {
  return () => record.head('recorder');
}

function forgetful(record: TradingRecord): TradingRecord['record'] {
  let count = 0;
  return async (from, commitRange) => {
    count += 1;
    if (count % 20 !== 0) await record.record(from, commitRange);
  };
}

async function unheard(): Promise<Found> {
  return { ids: [], horizon: 0 };
}

/** Treats a head behind the followed state as equal to that state. */
function content(options: FollowerOptions): Follower {
  const followers: Follower[] = [];
  const page: FollowedRecord['page'] = async (after) => {
    const read = await options.record.page(after);
    const head = followers[0]?.state?.head;
    return head === undefined || read.end >= after ? read : { ...read, end: after, stateHash: head.stateHash };
  };
  const follower = new Follower({ ...options, record: { ...options.record, page } });
  followers.push(follower);
  return follower;
}

/** Skips the comparison of lineage and content once the journal has reached the end of the stream. */
class Trusting extends EventRelay {
  protected override async requireSame(end: ReadEnd, lineage: Lineage): Promise<void> {
    if ((end.lastSequence ?? 0) > (await this.progress()).end) await super.requireSame(end, lineage);
  }
}

async function nobody(): Promise<readonly []> {
  return [];
}

/** Keeps following after the writer has taken over its state. */
class Relentless extends Follower {
  override async finish(): Promise<FollowedState> {
    await this.stop();
    await this.caughtUp();
    if (this.state === null) throw new Error('the state was not loaded');
    return this.state;
  }
}
