import { ForwardedBacklog } from './forwarded-backlog';

describe('the backlog of a writer in another process', () => {
  let now = 0;
  const backlog = (): ForwardedBacklog => {
    now = 1_000;
    return new ForwardedBacklog(() => now);
  };
  const works = (of: ForwardedBacklog): number[] => ['flood', 'other', 'new'].map((from) => of.of(from).workMillis);

  it('is kept by network: a flood of one does not count against another, or against one that has not asked yet', () => {
    const waiting = backlog();
    waiting.hear('other', { backlog: { workMillis: 20, ageMillis: 3 }, newcomerMillis: 12 });
    waiting.hear('flood', { backlog: { workMillis: 400, ageMillis: 3 }, newcomerMillis: 12 });
    expect(works(waiting)).toEqual([400, 20, 12]);
    expect(waiting.of()).toEqual({ workMillis: 400, ageMillis: 3 });
    now += 15;
    expect(works(waiting)).toEqual([385, 5, 0]);
  });

  it('is ignored when it is old', () => {
    const waiting = backlog();
    expect(works(waiting)).toEqual([0, 0, 0]);
    waiting.hear('flood', { backlog: { workMillis: 4_000, ageMillis: 700 }, newcomerMillis: 900 });
    now += 400;
    waiting.hear('other', { backlog: { workMillis: 9, ageMillis: 0 }, newcomerMillis: 9 });
    now += 101;
    expect(works(waiting)).toEqual([0, 0, 0]);
    expect(waiting.of('flood').ageMillis).toBe(0);
    now += 400;
    expect(waiting.of()).toEqual({ workMillis: 0, ageMillis: 0 });
  });
});
