/** CPU and memory of the site's containers, from the kubelets. */
import { kubectl, read, SITE } from './kubectl.mjs';
import { CALLERS } from './load.mjs';

/** { CPU in thousandths, memory in MiB } by container name: the greatest of all replicas. */
export async function usage() {
  const { items } = await read('get', 'nodes');
  const summaries = await Promise.all(
    items.map(async ({ metadata }) =>
      JSON.parse(await kubectl(['get', '--raw', `/api/v1/nodes/${metadata.name}/proxy/stats/summary`])),
    ),
  );
  const found = summaries
    .flatMap(({ pods }) => pods)
    .filter(({ podRef }) => podRef.namespace.startsWith(SITE) && podRef.namespace !== CALLERS)
    .flatMap(({ containers = [] }) => containers)
    .filter(({ cpu, memory }) => cpu?.usageNanoCores !== undefined && memory?.workingSetBytes !== undefined)
    .map(({ name, cpu, memory }) => [
      name,
      { cpu: Math.round(cpu.usageNanoCores / 1e6), memory: Math.round(memory.workingSetBytes / 2 ** 20) },
    ]);
  return found.reduce((most, [name, used]) => more(most, { [name]: used }), {});
}

/** The greater figures of two. */
export function more(some, others) {
  const names = [...new Set([...Object.keys(some), ...Object.keys(others)])].sort();
  const greater = (name, what) => Math.max(some[name]?.[what] ?? 0, others[name]?.[what] ?? 0);
  return Object.fromEntries(names.map((name) => [name, { cpu: greater(name, 'cpu'), memory: greater(name, 'memory') }]));
}
