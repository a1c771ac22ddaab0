import { Random } from './harness/random';
import { trendOf, type Sample } from './harness/trend';

const TOLERANCE = { absolute: 5, share: 0.05 };
const SAMPLES = 240;

/** 100 plus the figure, one sample a second. */
function samplesOf(figure: (at: number) => number): readonly Sample[] {
  return Array.from({ length: SAMPLES }, (_, at) => ({ at, value: 100 + figure(at) }));
}

describe('trendOf', () => {
  it('detects a figure that grows by more than is allowed, despite other variation', () => {
    const random = new Random(7);
    const grows = trendOf(
      samplesOf((at) => at / 4 + random.below(10) + 20 * ((at % 10) / 10)),
      TOLERANCE,
    );
    expect(grows.isBeyond).toBe(true);
    expect(grows.growth).toBeGreaterThan(20);
    expect(grows.growth).toBeLessThan(35);
    expect(grows.growthLeast).toBeLessThan(grows.growth);
  });

  it.each<[string, (at: number) => number]>([
    ['stays', () => 0],
    ['is a sawtooth', (at) => 40 * ((at % 15) / 15)],
    ['grew in the first half only', (at) => Math.min(at, SAMPLES / 2)],
    ['grows by less than is allowed', (at) => at / 60],
    ['falls', (at) => -at / 4],
  ])('accepts a figure that %s', (_name, figure) => {
    expect(trendOf(samplesOf(figure), TOLERANCE).isBeyond).toBe(false);
  });

  it('applies a share of the mean where that is more', () => {
    expect(
      trendOf(
        samplesOf((at) => at / 4),
        { absolute: 5, share: 0.5 },
      ),
    ).toMatchObject({ isBeyond: false });
  });
});
