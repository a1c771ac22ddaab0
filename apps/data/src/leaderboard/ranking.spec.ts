import * as fc from 'fast-check';
import { Entries } from './entry';
import { PairIndex } from './pair-index';
import { ranked, standing } from './ranking';
import { WindowPoint } from './window-point';

function address(wallet: number): string {
  return `0x${String((wallet * 7919) % 1000).padStart(40, '0')}`;
}

/** Each wallet trades its volume, without shares. */
function trade(now: WindowPoint, volumes: readonly number[]): void {
  const pairs = new PairIndex();
  volumes.forEach((volumeMicros, index) => {
    const entries = Entries.of([
      { wallet: index + 1, condition: 1, size0Micros: 0, size1Micros: 0, cashMicros: 0, volumeMicros },
    ]);
    now.apply(pairs.pairsOf(entries), entries, 1);
  });
}

describe('a ranking', () => {
  it('gives each wallet the place that sorting gives, ties by address', () => {
    // Few distinct volumes, so that most are shared.
    const volumes = fc.array(fc.nat(6), { maxLength: 60 });
    fc.assert(
      fc.property(volumes, (amounts) => {
        const now = WindowPoint.empty(new PairIndex(), []);
        const addresses = ['', ...amounts.map((_, index) => address(index + 1))];
        trade(now, amounts);
        const ranking = ranked({ addresses, now, start: null, group: 0, orderBy: 'VOL' });
        const traded = amounts.flatMap((volumeMicros, index) =>
          volumeMicros === 0 ? [] : [{ volumeMicros, address: address(index + 1) }],
        );
        const sorted = traded.toSorted(
          (one, other) => other.volumeMicros - one.volumeMicros || (one.address < other.address ? -1 : 1),
        );
        expect(ranking.page(0, 100).map((place) => place.address)).toEqual(sorted.map((each) => each.address));
        const places = addresses.flatMap((each, wallet) =>
          wallet === 0 ? [] : [[each, standing(ranking, wallet)?.rank ?? null]],
        );
        const expected = addresses
          .slice(1)
          .map((each) => [each, sorted.findIndex((other) => other.address === each) + 1 || null]);
        expect(places).toEqual(expected);
      }),
    );
  });

  it('returns the first 1050 places of more wallets than that, and the rank of each of the others', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.array(fc.nat(), { minLength: 1500, maxLength: 2500, size: 'max' }),
        (different, draws) => {
          const now = WindowPoint.empty(new PairIndex(), []);
          const amounts = draws.map((draw) => draw % different);
          const addresses = ['', ...amounts.map((_, index) => `0x${String(index * 7919).padStart(40, '0')}`)];
          trade(now, amounts);
          const ranking = ranked({ addresses, now, start: null, group: 0, orderBy: 'VOL' });
          const sorted = amounts
            .map((volumeMicros, index) => ({ volumeMicros, wallet: index + 1, address: addresses[index + 1] ?? '' }))
            .filter(({ volumeMicros }) => volumeMicros > 0)
            .sort((one, other) => other.volumeMicros - one.volumeMicros || (one.address < other.address ? -1 : 1));
          expect(ranking.page(0, 2500).map((place) => place.address)).toEqual(sorted.slice(0, 1050).map((each) => each.address));
          const last = sorted.at(-1);
          if (last !== undefined) expect(standing(ranking, last.wallet)?.rank).toBe(sorted.length);
        },
      ),
      { numRuns: 20 },
    );
  });
});
