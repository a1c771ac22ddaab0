import type { CatalogVersion } from './catalog-version';
import { FIGURES_EVERY_MS, FiguresVersion } from './figures-version';

function versionsAt(): { catalog: number; figures: number; now: number; read: () => number } {
  const state = { catalog: 5, figures: 0, now: 1_000_000, read: () => 0 };
  const versions = {
    get current() {
      return state.catalog;
    },
    get figures() {
      return state.figures;
    },
  } as CatalogVersion;
  const shown = new FiguresVersion(versions, () => state.now);
  state.read = () => shown.current;
  return state;
}

describe('the version that answers with figures are cached under', () => {
  it('moves once a second however many trades change the figures, and ends at the last of them', () => {
    const state = versionsAt();
    const seen = new Set([state.read()]);
    for (let trade = 0; trade < 10_000; trade += 1) {
      state.figures += 1;
      state.now += 1;
      seen.add(state.read());
    }
    expect(seen.size).toBe(1 + (10_000 * 1) / FIGURES_EVERY_MS);
    state.now += FIGURES_EVERY_MS;
    expect(state.read()).toBe(state.catalog + state.figures);
  });

  it('moves at once with the first change after a quiet second', () => {
    const state = versionsAt();
    const before = state.read();
    state.figures = 1;
    expect(state.read()).toBe(before + 1);
  });

  it('moves at once with the catalog, and never back', () => {
    const state = versionsAt();
    state.figures = 1;
    const before = state.read();
    state.figures = 2;
    state.catalog = 6;
    expect(state.read()).toBe(before + 1);
    state.now += FIGURES_EVERY_MS;
    expect(state.read()).toBe(before + 2);
  });

  it('does not stand still when the clock is put back', () => {
    const state = versionsAt();
    state.figures = 1;
    const before = state.read();
    state.now -= 3_600_000;
    state.figures = 2;
    expect(state.read()).toBe(before + 1);
  });
});
