import { COSTS } from './costs';
import { byLoad, evenly } from './placement';
import { Site, type Figures, type Setting } from './site';

const SEED = 5;
const ONE_WRITER = 1_000_000 / COSTS.writer;

function offered(setting: Setting, ordersPerSecond: number): Figures {
  return new Site(setting, SEED).offered(ordersPerSecond);
}

describe('a simulated site of several writers', () => {
  it('answers all that it is offered while no writer is full, and comes to the same each time', () => {
    const setting = { partitions: 4, placement: evenly(4), across: 0 };
    const figures = offered(setting, 2 * ONE_WRITER);
    expect(figures).toEqual(offered(setting, 2 * ONE_WRITER));
    expect(figures.ordersPerSecond / (2 * ONE_WRITER)).toBeGreaterThan(0.9);
    expect(figures.busiest).toBeLessThan(0.65);
    expect(figures.transfers).toBe(0);
  });

  it('is full when the writer of the most traded condition is, however many others there are', () => {
    const setting = { partitions: 32, placement: byLoad(32), across: 0 };
    const most = ONE_WRITER / setting.placement.largestShare;
    expect(offered(setting, 0.5 * most).busiest).toBeLessThan(0.65);
    expect(offered(setting, 1.1 * most).busiest).toBeGreaterThan(0.98);
  });

  it('pays for wallets that trade across with transfers, and with their time', () => {
    const [at, placement] = [2 * ONE_WRITER, evenly(8)];
    const [apart, across] = [0, 1].map((part) => offered({ partitions: 8, placement, across: part }, at));
    expect(across?.transfers).toBeGreaterThan(0.05);
    expect(across?.p50Millis).toBeGreaterThan(apart?.p50Millis ?? Infinity);
    expect(across?.busiest).toBeGreaterThan(apart?.busiest ?? Infinity);
  });
});
