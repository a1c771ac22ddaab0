import { StepLog, type Step } from './step-log';

const SUBJECTS = ['a', 'b', 'c', 'd', 'e'];

/** Steps of one subject after another, each at its own millisecond. */
class Hand {
  now = 0;
  sequence = 0;
  readonly log: StepLog<Step>;

  constructor(historyChanges: number, historyMillis: number) {
    this.log = new StepLog({ historyChanges, historyMillis }, () => this.now);
  }

  step(subject: string, changes = 1): Step {
    this.sequence += 1;
    const { sequence, now: shownAt } = this;
    const step = { subject, sequence, lineage: '', previous: this.log.lastOf(subject), shownAt, changes };
    this.log.append(step);
    return step;
  }
}

describe('the steps that a process stores', () => {
  it('are all those after the floor, of every subject, and never more than the limit', () => {
    const hand = new Hand(10, 1_000);
    const all: Step[] = [];
    for (let round = 0; round < 400; round += 1) {
      // In bursts, and with pauses longer than the retention time.
      hand.now += round % 97 === 0 ? 2_000 : 7 * (round % 3);
      all.push(hand.step(SUBJECTS[(round * round) % SUBJECTS.length] ?? 'a'));
      const { floor } = hand.log;
      const held = all.filter(({ sequence }) => sequence > floor);
      expect(held.length).toBeLessThanOrEqual(10);
      expect(held.every(({ shownAt }) => shownAt >= hand.now - 1_000)).toBe(true);
      // Nothing within the limits is dropped.
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

  it('start at the floor for a subject without steps, and at its last one while somebody follows it', () => {
    const hand = new Hand(2, 1_000);
    hand.log.hold('a');
    hand.step('a');
    hand.step('b');
    for (let each = 0; each < 10; each += 1) hand.step('c');
    expect([hand.log.floor, hand.log.lastOf('a'), hand.log.lastOf('b')]).toEqual([10, 1, 10]);
    expect(hand.log.newestOf('a')).toMatchObject({ sequence: 1 });
  });

  it('are limited by their changes, and come in parts of about as many as wanted', () => {
    const hand = new Hand(100, 1_000);
    for (const changes of [60, 30, 10, 20]) hand.step('a', changes);
    expect(hand.log.floor).toBe(1);
    const sequencesOf = (after: number, most: number) => hand.log.since('a', after, most)?.map(({ sequence }) => sequence);
    expect([sequencesOf(1, 1), sequencesOf(1, 31), sequencesOf(2, 10), sequencesOf(4, 1)]).toEqual([[2], [2, 3], [3], []]);
  });

  it('count as followed for the retention time after the last reader has left', () => {
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

  it('are no more of a subject whose reader left and did not return, also when it had none', () => {
    const hand = new Hand(10, 1_000);
    hand.now = 2_000;
    hand.step('b');
    hand.log.hold('a');
    for (let each = 0; each < 20; each += 1) hand.step('b');
    hand.log.release('a');
    hand.now = 4_000;
    hand.step('b');
    // A subject that is stored again starts at the newest floor.
    hand.log.hold('a');
    expect(hand.log.lastOf('a')).toBe(hand.log.floor);
  });

  it('are dropped when the process starts over, and followers stay followers', () => {
    const hand = new Hand(10, 1_000);
    hand.log.hold('a');
    hand.step('a');
    hand.step('b');
    hand.log.reset(70);
    expect([hand.log.since('a', 69), hand.log.since('a', 70), hand.log.since('b', 70)]).toEqual([null, [], []]);
    expect([hand.log.lastOf('a'), hand.log.isFollowed('a'), hand.log.isFollowed('b')]).toEqual([70, true, false]);
  });
});
