import { Board } from './board';
import { Entries, type Entry } from './entry';

const WALLET = 1;
const CONDITION = 1;
const NOTHING = { wallet: WALLET, condition: CONDITION, size0Micros: 0, size1Micros: 0, cashMicros: 0, volumeMicros: 0 };

/** What a wallet bought, sold half of at a profit, and bought again, in the order of the events. */
const ENTRIES: readonly Entry[] = [
  { ...NOTHING, size0Micros: 10_000_001, cashMicros: -4_000_000, volumeMicros: 4_000_000 },
  { ...NOTHING, size0Micros: -5_000_000, cashMicros: 3_000_000, volumeMicros: 3_000_000 },
  { ...NOTHING, size1Micros: 7_000_003, cashMicros: -2_000_000, volumeMicros: 2_000_000 },
];

describe('a standing', () => {
  it.each([
    [0, 1, 2],
    [1, 0, 2],
    [2, 1, 0],
    [1, 2, 0],
  ])('is the same in whatever order the database gives its entries: %d, %d, %d', async (...order) => {
    const board = new Board();
    const { now } = board;
    await now.value();
    for (const at of order) {
      const entry = ENTRIES[at];
      if (entry !== undefined) board.apply(Entries.of([entry]), 1, [now]);
      now.setMark(CONDITION, 9_001 + at);
    }
    now.setMark(CONDITION, 12_345);
    expect([now.equityMicros(WALLET, 0), now.volumeMicros(WALLET, 0)]).toEqual([
      -3_000_000 + Math.floor((5_000_001 * 12_345) / 20_000) + Math.floor((7_000_003 * 7_655) / 20_000),
      9_000_000,
    ]);
  });
});
