/** The report of a run: docs/cluster-report.md. */
import { execFileSync } from 'node:child_process';
import { ROOT } from '../workspace.mjs';

const HEAD = ['step', 'what', 'seconds', 'acknowledged', 'lost', 'doubled', 'longest gap', 'answers other than 2xx', 'notes'];

/** Answers of a load that were not the wished ones, by who asked: "orders 503 engine_busy 3". */
export function others({ orders, reads }) {
  const of = (name, counts) => Object.entries(counts).map(([key, count]) => `${name} ${key}: ${count}`);
  const refused = [...of('orders', orders.turnedAway), ...of('orders refused', orders.refused)];
  return [...refused, ...Object.entries(reads).flatMap(([name, read]) => of(name, read.others))];
}

/** What a step must not show. */
export function faultsOf({ lost, doubled, orders, reads }) {
  const broken = Object.entries(reads).flatMap(([name, { others: counts, at }]) =>
    Object.keys(counts).some((status) => ['500', '502', '504'].includes(status)) ? [`${name}: ${at.join(', ')}`] : [],
  );
  return [
    ...(lost > 0 ? [`${lost} acknowledged orders are lost`] : []),
    ...(doubled > 0 ? [`${doubled} orders are there twice`] : []),
    ...orders.faults,
    ...broken,
  ];
}

export function reportOf({ results, versions, usage, said, date }) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const rows = results.map((result) => `| ${cells(result).join(' | ')} |`);
  const { server, client, nodes, runtime, stores } = versions;
  return `# Report of the cluster test

Written by \`npm run cluster\` ([how](operations.md#the-cluster-test)). Commit ${commit}, ${date}. ${said}

Kubernetes ${server}, kubectl ${client}, ${nodes} nodes, ${runtime}; ${stores.join(', ')}.
Orders come from four traders and reads from four readers inside the cluster, each read on a connection of its own.
A load begins before its step and ends after it. "Lost" are acknowledged orders that the record lacks; the gap is the longest
time without an acknowledged order.

| ${HEAD.join(' | ')} |
|${HEAD.map(() => '---').join('|')}|
${rows.join('\n')}

## What each container used

At the end of the step \`trade\`, as the kubelets count it.

| container | CPU | memory |
|---|---|---|
${usage.map(([name, cpu, memory]) => `| ${name} | ${cpu}m | ${memory} MiB |`).join('\n')}
`;
}

function cells({ name, title, seconds, load, notes, error }) {
  const said = error === undefined ? notes.filter((note) => note !== '').join('; ') : `**failed**: ${error.split('\n')[0]}`;
  if (load === undefined) return [`\`${name}\``, title, seconds, '', '', '', '', '', said];
  const gap = `${(load.orders.longestGapMs / 1000).toFixed(2)} s`;
  const reads = Object.entries(load.reads).map(
    ([each, { answered, longestGapMs }]) => `${each} ${answered} (${longestGapMs} ms)`,
  );
  const notOk = others(load).join(', ') || 'none';
  return [
    `\`${name}\``,
    title,
    seconds,
    load.acknowledged.length,
    load.lost,
    load.doubled,
    gap,
    notOk,
    `${said}; reads answered (longest gap): ${reads.join(', ')}`,
  ];
}
