import {
  ALL_CORES,
  bestCapacity,
  capacityOf,
  predictedOrders,
  REPLICAS,
  siteCost,
  type SiteCosts,
} from './bench/scale/scale-model';

const COSTS: SiteCosts = {
  site: { micros: 200, idleCores: 0.08 },
  receivedMicros: 100,
  followed: { micros: 10, idleCores: 0.02 },
  receivedSerialMicros: 60,
  followedSerial: { micros: 5, idleCores: 0.01 },
  serial: [
    { name: 'writer', micros: 25, idleCores: 0 },
    { name: 'data', micros: 40, idleCores: 0.2 },
  ],
};

describe('the model of scale', () => {
  it('is bounded by the CPU time of all cores while there are few', () => {
    expect(capacityOf(COSTS, 2, 1)).toMatchObject({ ordersPerSecond: (1.9 * 1e6) / 310, bottleneck: ALL_CORES });
  });

  it('adds what every further replica costs for following', () => {
    expect(siteCost(COSTS, 3)).toEqual({ micros: 330, idleCores: 0.14 });
  });

  it('is bounded by the main threads of too few replicas', () => {
    const { ordersPerSecond, bottleneck } = capacityOf(COSTS, 64, 1);
    expect([Math.round(ordersPerSecond), bottleneck]).toEqual([Math.round((0.99 * 1e6) / 65), REPLICAS]);
  });

  it('is bounded by the slowest serial stage, however many cores there are', () => {
    for (const cores of [16, 64])
      expect(bestCapacity(COSTS, cores)).toMatchObject({ ordersPerSecond: 20_000, bottleneck: 'data' });
  });

  it('takes no more replicas than help', () => {
    expect(bestCapacity(COSTS, 64).replicas).toBe(2);
    expect(bestCapacity(COSTS, 2).replicas).toBe(1);
  });

  it('names what bounds the cores, not the replicas, where another replica would not help', () => {
    const busy = { ...COSTS, receivedMicros: 225, receivedSerialMicros: 225 };
    expect(capacityOf(busy, 2, 1).bottleneck).toBe(REPLICAS);
    expect(bestCapacity(busy, 2)).toMatchObject({ replicas: 1, bottleneck: ALL_CORES });
  });

  it('gives less by Amdahl’s law, more with each core, and never more than the serial part allows', () => {
    const rates = [2, 4, 8, 16, 32, 64].map((cores) => capacityOf(COSTS, cores, 2).amdahlOrdersPerSecond);
    expect(rates).toEqual([...rates].sort((one, other) => one - other));
    expect(rates.at(-1)).toBeLessThan(25_000);
    expect(rates[0]).toBeLessThan(capacityOf(COSTS, 2, 2).ordersPerSecond);
  });

  it('predicts a run with another number of replicas from the CPU time that others left', () => {
    const source = { costs: COSTS, generatorMicros: 50, replicas: 1, seconds: 2, availableMicros: 4e6, orders: 10_000 };
    expect(predictedOrders(source, { replicas: 1, seconds: 2, availableMicros: 4e6 })).toBeCloseTo(10_000);
    // Of 3.8 s used, 0.2 s are used without orders.
    expect(predictedOrders(source, { replicas: 1, seconds: 2, availableMicros: 2e6 })).toBeCloseTo((10_000 * 1.7) / 3.6);
    expect(predictedOrders(source, { replicas: 2, seconds: 2, availableMicros: 4e6 })).toBeCloseTo((1e6 * 3.56) / 370);
  });
});
