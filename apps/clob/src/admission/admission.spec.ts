import { WriterPace } from '../engine/writer-pace';
import { Admission, lineOf } from './admission';
import { TurnClock } from './turn-clock';

describe('the admission of new writes', () => {
  const admission = (more: {
    workMillis?: number;
    ageMillis?: number;
    turnMillis?: number;
    waitMillis?: number;
    drawn?: number;
  }): Admission =>
    new Admission(
      {
        backlog: () => ({ workMillis: more.workMillis ?? 0, ageMillis: more.ageMillis ?? 0 }),
        turnMillis: () => more.turnMillis ?? 0,
        waitMillis: () => more.waitMillis ?? 0,
      },
      50,
      () => more.drawn ?? 0,
    );

  it('refuses with 503 and the time to wait when the backlog exceeds the limit', () => {
    expect(admission({ workMillis: 51 }).refusal('POST /orders')).toMatchObject({
      status: 503,
      code: 'engine_busy',
      headers: { 'Retry-After': '1' },
    });
    expect(admission({ workMillis: 50 }).refusal('POST /orders')).toBeNull();
  });

  it('spreads the callers that it refuses over three seconds', () => {
    const after = [0, 0.34, 0.67, 0.999].map((drawn) => admission({ workMillis: 51, drawn }).refusal('POST /orders')?.headers);
    expect(after).toEqual(['1', '2', '3', '3'].map((seconds) => ({ 'Retry-After': seconds })));
  });

  it('waits as long as the caller does, at most a second', () => {
    const waits = admission({});
    expect(['20', '400', '15000'].map((header) => waits.waitLimitOf(header))).toEqual([20, 400, 1_000]);
    expect([undefined, '', 'soon', '0', '-5', 'NaN'].map((header) => waits.waitLimitOf(header))).toEqual(Array(6).fill(50));
    expect(admission({ workMillis: 300 }).refusal('POST /orders', '', 400)).toBeNull();
    expect(admission({ workMillis: 30 }).refusal('POST /orders', '', 20)).not.toBeNull();
    expect(admission({ ageMillis: 900 }).refusal('POST /orders', '', 400)).toBeNull();
    expect(waits.lateRefusal(300, 400)).toBeNull();
    expect(waits.lateRefusal(30, 20)).not.toBeNull();
  });

  it("counts the time spent in this tick in addition to the writer's backlog", () => {
    expect(admission({ workMillis: 30, turnMillis: 25 }).refusal('POST /order')).not.toBeNull();
    expect(admission({ workMillis: 30, turnMillis: 15 }).refusal('POST /order')).toBeNull();
  });

  it('counts the time until earlier requests are started', () => {
    expect(admission({ workMillis: 20, turnMillis: 10, waitMillis: 25 }).refusal('POST /order')).not.toBeNull();
    expect(admission({ workMillis: 20, turnMillis: 10, waitMillis: 15 }).refusal('POST /order')).toBeNull();
  });

  it('refuses an admitted request that then waited longer than expected', () => {
    expect(admission({}).lateRefusal(51)).toMatchObject({ status: 503, code: 'engine_busy', headers: { 'Retry-After': '1' } });
    expect(admission({}).lateRefusal(50)).toBeNull();
  });

  it('refuses while the queue does not move, however short it is', () => {
    expect(admission({ workMillis: 1, ageMillis: 201 }).refusal('POST /orders')).not.toBeNull();
    expect(admission({ workMillis: 1, ageMillis: 199 }).refusal('POST /orders')).toBeNull();
  });

  it.each([
    'DELETE /order',
    'DELETE /orders',
    'DELETE /cancel-all',
    'DELETE /cancel-market-orders',
    'POST /heartbeats',
    'GET /book',
  ])('lets %s through whatever the backlog', (route) => {
    expect(admission({ workMillis: 1e6, ageMillis: 1e6, turnMillis: 1e6 }).refusal(route)).toBeNull();
  });

  it('queues reads behind reads and new writes behind new writes, and cancels, heartbeats and probes behind nothing', () => {
    expect(['POST /order', 'POST /orders/dry-run', 'POST /auth/api-key'].map(lineOf)).toEqual(Array(3).fill('newWrites'));
    expect(['GET /book', 'POST /books', 'GET /data/orders'].map(lineOf)).toEqual(Array(3).fill('reads'));
    const first = ['DELETE /order', 'DELETE /cancel-all', 'POST /heartbeats', 'POST /v1/heartbeats', 'GET /readyz'];
    expect(first.map(lineOf)).toEqual(first.map(() => null));
  });
});

describe("the writer's cost of a command", () => {
  it('is learnt from representative batches, and follows them', () => {
    const pace = new WriterPace();
    const before = pace.millisOf(100);
    for (let batch = 0; batch < 50; batch += 1) pace.measured(3, 1_000);
    expect(pace.millisOf(100)).toBe(before);
    for (let batch = 0; batch < 50; batch += 1) pace.measured(200, 200);
    expect(pace.millisOf(100)).toBeCloseTo(100, 1);
  });
});

describe('the clock of a tick', () => {
  it('stands until a request starts it', () => {
    const clock = new TurnClock();
    expect(clock.soFar()).toBe(0);
    clock.elapsed();
    const until = performance.now() + 2;
    while (performance.now() < until);
    expect(clock.soFar()).toBeGreaterThan(1);
  });

  it('restarts with every tick of the event loop', async () => {
    const clock = new TurnClock();
    expect(clock.elapsed()).toBe(0);
    const until = performance.now() + 2;
    while (performance.now() < until);
    expect(clock.elapsed()).toBeGreaterThan(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.elapsed()).toBe(0);
  });
});
