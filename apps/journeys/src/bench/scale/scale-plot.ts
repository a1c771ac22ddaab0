import { lineCharts, type Chart } from '../../harness/line-charts';
import { bestCapacity, type Capacity, type SiteCosts } from './scale-model';

const MOST_CORES = 64;

/** What each number of cores carries, and the replicas for it. */
export function scalePlot(costs: SiteCosts): string {
  const capacities = Array.from({ length: MOST_CORES / 2 }, (_, at) => bestCapacity(costs, 2 * (at + 1)));
  const chart = (title: string, notes: readonly string[], ...of: readonly ((capacity: Capacity) => number)[]): Chart => {
    const [samples = [], ...further] = of.map((value) => capacities.map((each) => ({ at: each.cores, value: value(each) })));
    return { title, unit: '', samples, further, notes, end: `${MOST_CORES} cores` };
  };
  return lineCharts([
    chart('orders/s: bound; below, by Amdahl’s law', [], ({ ordersPerSecond }) => ordersPerSecond, amdahl),
    chart('replicas; first bottleneck from a number of cores', bottlenecks(capacities), ({ replicas }) => replicas),
  ]);
}

function amdahl({ amdahlOrdersPerSecond }: Capacity): number {
  return amdahlOrdersPerSecond;
}

/** "from 12: a" */
function bottlenecks(capacities: readonly Capacity[]): readonly string[] {
  return capacities
    .filter(({ bottleneck }, at) => bottleneck !== capacities[at - 1]?.bottleneck)
    .map(({ cores, bottleneck }) => `from ${cores}: ${bottleneck}`);
}
