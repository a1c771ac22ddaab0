import type { CatalogVersion } from './catalog-version';
import { FIGURES_EVERY_MS, FiguresVersion, ORDERS_EVERY_MS, OrderVersion } from './figures-version';

type Slow = 'figures' | 'orders';
const VERSIONS = { figures: FiguresVersion, orders: OrderVersion };

/** `other` is the number that changes with trading. */
function versionsAt(slow: Slow): { catalog: number; other: number; now: number; read: () => number } {
  const state = { catalog: 5, other: 0, now: 1_000_000, read: () => 0 };
  const versions = {
    get current() {
      return state.catalog;
    },
    get figures() {
      return slow === 'figures' ? state.other : 0;
    },
    get orders() {
      return slow === 'orders' ? state.other : 0;
    },
  } as CatalogVersion;
  const shown = new VERSIONS[slow](versions, () => state.now);
  state.read = () => shown.current;
  return state;
}

describe.each([
  ['figures', FIGURES_EVERY_MS],
  ['orders', ORDERS_EVERY_MS],
] as const)('the cache version of responses with %s', (slow, everyMs) => {
  it('changes at a limited rate under many trades, and ends at the last of them', () => {
    const state = versionsAt(slow);
    const seen = new Set([state.read()]);
    for (let trade = 0; trade < 10_000; trade += 1) {
      state.other += 1;
      state.now += everyMs / 1000;
      seen.add(state.read());
    }
    expect(seen.size).toBe(1 + 10_000 / 1000);
    state.now += everyMs;
    expect(state.read()).toBe(state.catalog + state.other);
  });

  it('changes at once on the first change after an idle period', () => {
    const state = versionsAt(slow);
    const before = state.read();
    state.other = 1;
    expect(state.read()).toBe(before + 1);
  });

  it('changes at once with the catalog, and never decreases', () => {
    const state = versionsAt(slow);
    state.other = 1;
    const before = state.read();
    state.other = 2;
    state.catalog = 6;
    expect(state.read()).toBe(before + 1);
    state.now += everyMs;
    expect(state.read()).toBe(before + 2);
  });

  it('continues when the clock is set back', () => {
    const state = versionsAt(slow);
    state.other = 1;
    const before = state.read();
    state.now -= 3_600_000;
    state.other = 2;
    expect(state.read()).toBe(before + 1);
  });
});
