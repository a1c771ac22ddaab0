import { StepLog, type Step } from './step-log';

const SUBJECTS = ['a', 'b', 'c', 'd', 'e'];

/** Steps of one subject after another, a millisecond of its own each. */
class Hand {
  now = 0;
  sequence = 0;
  readonly log: StepLog<Step>;

  constructor(historySteps: number, historyMillis: number) {
    this.log = new StepLog({ historySteps, historyMillis }, () => this.now);
  }

  step(subject: string): Step {
    this.sequence += 1;
    const { sequence, now: shownAt } = this;
    const step = { subject, sequence, lineage: '', previous: this.log.lastOf(subject), shownAt };
    this.log.append(step);
    return step;
  }
}

describe('the steps that a process keeps', () => {
  it('are all that came after the floor, of every subject, and never more than may be kept', () => {
    const hand = new Hand(10, 1_000);
    const all: Step[] = [];
    for (let round = 0; round < 400; round += 1) {
      // In bursts, and with pauses that outlast what is kept.
      hand.now += round % 97 === 0 ? 2_000 : 7 * (round % 3);
      all.push(hand.step(SUBJECTS[(round * round) % SUBJECTS.length] ?? 'a'));
      const { floor } = hand.log;
      const held = all.filter(({ sequence }) => sequence > floor);
      expect(held.length).toBeLessThanOrEqual(10);
      expect(held.every(({ shownAt }) => shownAt >= hand.now - 1_000)).toBe(true);
      // Nothing is forgotten that may be kept.
      const next = all.at(-held.length - 1);
      expect(next === undefined || held.length === 10 || next.shownAt < hand.now - 1_000).toBe(true);
      for (const subject of SUBJECTS) {
        const own = held.filter((step) => step.subject === subject);
        expect(hand.log.since(subject, floor)).toEqual(own);
        expect(hand.log.since(subject, floor + 5)).toEqual(own.filter(({ sequence }) => sequence > floor + 5));
        if (floor > 0) expect(hand.log.since(subject, floor - 1)).toBeNull();
      }
    }
  });

  it('begin at the floor for a subject that has none, and at its last one as long as somebody follows it', () => {
    const hand = new Hand(2, 1_000);
    hand.log.hold('a');
    hand.step('a');
    hand.step('b');
    for (let each = 0; each < 10; each += 1) hand.step('c');
    expect([hand.log.floor, hand.log.lastOf('a'), hand.log.lastOf('b')]).toEqual([10, 1, 10]);
    expect(hand.log.newestOf('a')).toMatchObject({ sequence: 1 });
  });

  it('are told as followed for as long as they are kept after the last reader has gone', () => {
    const hand = new Hand(2, 1_000);
    hand.log.hold('a');
    hand.step('a');
    hand.log.release('a');
    hand.now = 999;
    expect(hand.log.isFollowed('a')).toBe(true);
    hand.now = 1_000;
    expect(hand.log.isFollowed('a')).toBe(false);
    hand.log.hold('a');
    expect(hand.log.isFollowed('a')).toBe(true);
  });

  it('are forgotten when the process begins anew, and who follows stays a follower', () => {
    const hand = new Hand(10, 1_000);
    hand.log.hold('a');
    hand.step('a');
    hand.step('b');
    hand.log.reset(70);
    expect([hand.log.since('a', 69), hand.log.since('a', 70), hand.log.since('b', 70)]).toEqual([null, [], []]);
    expect([hand.log.lastOf('a'), hand.log.isFollowed('a'), hand.log.isFollowed('b')]).toEqual([70, true, false]);
  });
});
