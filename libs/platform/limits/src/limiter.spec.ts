import fc from 'fast-check';
import { targetOf } from '@foretell/platform-server';
import { commonRules, idsInTenSeconds, inTenSeconds, limitedRoute, type LimitTable } from './limit-rule';
import { Limiter } from './limiter';

const TEN_SECONDS = 10_000;
const TEN_MINUTES = 600_000;
const BURST = 12;
const SUSTAINED = 30;
const GENERAL = 20;
const TABLE: LimitTable = {
  rules: [
    { name: 'general', count: GENERAL, windowMillis: TEN_SECONDS },
    { name: 'order-burst', count: BURST, windowMillis: TEN_SECONDS, routes: ['POST /order'] },
    { name: 'order-sustained', count: SUSTAINED, windowMillis: TEN_MINUTES, routes: ['POST /order'] },
    { name: 'listings', count: 9, windowMillis: TEN_SECONDS, routes: ['GET /events', 'GET /markets'] },
  ],
  byKey: new Set(['POST /order']),
};
const PLACE = 'POST /order';

describe('a limiter', () => {
  let now = 0;
  const limiter = (subjectsMax?: number): Limiter => new Limiter(TABLE, () => now, subjectsMax);
  const admittedOf = (limits: Limiter, route: string, times: number, subject = 'a'): number => {
    let admitted = 0;
    for (let turn = 0; turn < times; turn += 1) if (limits.admit(route, subject).isAdmitted) admitted += 1;
    return admitted;
  };

  beforeEach(() => {
    now = 1_000_000;
  });

  it("enforces every rule of a route at once, in any interval of its window's length", () => {
    const commitRange = fc.record({ pause: fc.oneof(fc.nat(500), fc.nat(120_000)), burst: fc.integer({ min: 1, max: 25 }) });
    fc.assert(
      fc.property(fc.array(commitRange, { minLength: 1, maxLength: 60 }), (commitRanges) => {
        const limits = limiter();
        const log: number[] = [];
        for (const { pause, burst } of commitRanges) {
          now += pause;
          for (let turn = 0; turn < burst; turn += 1) if (limits.admit(PLACE, 'a').isAdmitted) log.push(now);
        }
        for (const end of log) {
          const within = (millis: number): number => log.filter((at) => at > end - millis && at <= end).length;
          expect(within(TEN_SECONDS)).toBeLessThanOrEqual(BURST);
          expect(within(TEN_MINUTES)).toBeLessThanOrEqual(SUSTAINED);
        }
      }),
    );
  });

  it('counts routes that share a rule together, and others only in the general one', () => {
    const limits = limiter();
    expect(admittedOf(limits, 'GET /events', 5)).toBe(5);
    expect(admittedOf(limits, 'GET /markets', 9)).toBe(4);
    expect(admittedOf(limits, 'GET /tags', 30)).toBe(GENERAL - 9);
  });

  it('does not count what it refuses', () => {
    const limits = limiter();
    expect(admittedOf(limits, PLACE, 100)).toBe(BURST);
    now += 10_400;
    expect(admittedOf(limits, PLACE, 100)).toBe(BURST);
  });

  it('counts each subject by itself', () => {
    const limits = limiter();
    expect([admittedOf(limits, PLACE, 50, 'a'), admittedOf(limits, PLACE, 50, 'b')]).toEqual([BURST, BURST]);
  });

  it('reports the rule with the least budget left, and when a refused request has room', () => {
    const limits = limiter();
    expect(limits.admit(PLACE, 'a')).toMatchObject({ isAdmitted: true, rule: 'order-burst', count: BURST, remaining: BURST - 1 });
    admittedOf(limits, PLACE, BURST);
    const refused = limits.admit(PLACE, 'a');
    expect(refused).toMatchObject({ isAdmitted: false, rule: 'order-burst', remaining: 0 });
    expect(limits.admit(PLACE, 'a')).toEqual(refused);
    now += Math.ceil(refused.resetMillis);
    expect(limits.admit(PLACE, 'a').isAdmitted).toBe(true);
  });

  it('applies a changed count from then on', () => {
    const limits = limiter();
    expect(admittedOf(limits, PLACE, 5)).toBe(5);
    expect(limits.change('order-burst', 7)).toBe(true);
    expect(admittedOf(limits, PLACE, 50)).toBe(2);
    expect(limits.change('order-burst', 0)).toBe(true);
    expect(admittedOf(limits, PLACE, 5, 'new')).toBe(0);
    expect(limits.change('nothing', 1)).toBe(false);
  });

  it('stays within a twentieth of the limit over replicas that notify each other under pressure', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1), { minLength: 200, maxLength: 400 }), (order) => {
        const table: LimitTable = { rules: [{ name: 'general', count: 100, windowMillis: TEN_SECONDS }], byKey: new Set() };
        const replicas = [new Limiter(table, () => now), new Limiter(table, () => now)];
        const publish = (): void => {
          for (const [index, from] of replicas.entries())
            for (const { subject, rule, times } of from.takeUnpublished()) replicas[1 - index]?.hear(subject, rule, times);
        };
        for (const replica of replicas) replica.onPressing = publish;
        const admitted = order.filter((at) => replicas[at]?.admit('GET /tags', 'a').isAdmitted).length;
        expect(admitted).toBeGreaterThanOrEqual(100);
        expect(admitted).toBeLessThanOrEqual(105);
      }),
    );
  });

  it('forgets idle subjects, and respects its limit of subjects', () => {
    const limits = limiter(3);
    for (const subject of ['a', 'b', 'c', 'a', 'd']) {
      limits.admit(PLACE, subject);
      now += 1_000;
    }
    expect(limits.size).toBe(3);
    // b was the least recently used.
    expect(admittedOf(limits, PLACE, 50, 'a')).toBe(BURST - 2);
    now += 3 * TEN_MINUTES;
    limits.forgetIdle();
    expect(limits.size).toBe(0);
  });
});

describe('what a limiter counts besides requests to routes', () => {
  const rules = [...commonRules({ rules: [inTenSeconds('general', 10)], byKey: new Set() }), idsInTenSeconds('ids', 100)];
  const limits = (): Limiter => new Limiter({ rules: [inTenSeconds('general', 10), ...rules], byKey: new Set() }, () => 0);

  it('counts all ids of a list, or none', () => {
    const limiter = limits();
    expect([60, 50, 40, 1].map((times) => limiter.admitOther('ids', 'key', times).isAdmitted)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(limiter.admitOther('ids', 'other', 101)).toMatchObject({ isAdmitted: false, rule: 'ids' });
  });

  it('gives a site, and all keys of an address, four times the limit of one address', () => {
    const limiter = limits();
    for (const counts of ['sites', 'keys'] as const) {
      const admitted = Array.from({ length: 50 }, () => limiter.admitOther(counts, 'a')).filter(({ isAdmitted }) => isAdmitted);
      expect(admitted).toHaveLength(40);
    }
    expect(limiter.admit('GET /x', 'a').isAdmitted).toBe(true);
  });

  it('returns what was counted, never more, and shares the rest with other replicas', () => {
    const limiter = limits();
    for (let each = 0; each < 10; each += 1) limiter.admit('GET /x', 'a');
    expect(limiter.admit('GET /x', 'a').isAdmitted).toBe(false);
    for (let each = 0; each < 3; each += 1) limiter.giveBack('GET /x', 'a');
    expect(limiter.takeUnpublished()).toEqual([{ subject: 'a', rule: 'general', times: 7 }]);
    const again = Array.from({ length: 5 }, () => limiter.admit('GET /x', 'a').isAdmitted);
    expect(again).toEqual([true, true, true, false, false]);
    limiter.giveBack('GET /x', 'nobody');
    expect(limiter.size).toBe(1);
  });
});

describe('the route under which a request counts', () => {
  it.each([
    ['GET', '/events?limit=5', 'GET /events'],
    ['HEAD', '/Events/', 'GET /events'],
    ['GET', '/public/events//?x=/y/', 'GET /events'],
    ['GET', '/', 'GET /'],
    ['POST', '/ORDER', 'POST /order'],
    ['GET', '/docs/openapi.json', 'GET /docs'],
    ['GET', '/DOCS/swagger-ui-bundle.js?x', 'GET /docs'],
    ['GET', '/docs-yaml', 'GET /docs'],
    ['GET', '/docsy', 'GET /docsy'],
  ])('%s %s is %s', (method, url, route) => {
    expect(limitedRoute(method, targetOf({ url }))).toBe(route);
  });

  it('counts a rule of a route that is written as callers write it', () => {
    const rules = [...TABLE.rules, { name: 'profit', count: 1, windowMillis: TEN_SECONDS, routes: ['GET /public/v2/profit'] }];
    const limits = new Limiter({ ...TABLE, rules }, () => 0);
    const ask = (): boolean =>
      limits.admit(limitedRoute('GET', targetOf({ url: '/public/v2/profit?user=0x00' })), 'a').isAdmitted;
    expect([ask(), ask()]).toEqual([true, false]);
  });
});
