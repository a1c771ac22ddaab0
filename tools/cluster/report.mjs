/** The report of a run: docs/cluster-report.md. */
import { execFileSync } from 'node:child_process';
import { ROOT } from '../workspace.mjs';

const HEAD = [
  'step',
  'what',
  'commit, time',
  'seconds',
  'acknowledged',
  'lost',
  'doubled',
  'longest gap',
  'answers other than 2xx',
  'notes',
];

const USAGE = '## What each container used';

/** Responses of a load other than 2xx, by request: "orders 503 engine_busy 3". */
export function others({ orders, reads }) {
  const of = (name, counts) => Object.entries(counts).map(([key, count]) => `${name} ${key}: ${count}`);
  const refused = [...of('orders', orders.turnedAway), ...of('orders refused', orders.refused)];
  return [...refused, ...Object.entries(reads).flatMap(([name, read]) => of(name, read.others))];
}

/** Faults that fail a step. */
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

/**
 * The report of these results. A step that was not run keeps its row from the report before: each row has its commit and its
 * start time.
 */
export function reportOf({ steps, results, versions, usage, said, before }) {
  const { server, client, nodes, runtime, stores } = versions;
  return `# Report of the cluster test

Written by \`npm run cluster\` ([how](operate/kubernetes.md#the-cluster-test)). ${said}

Kubernetes ${server}, kubectl ${client}, ${nodes} nodes, ${runtime}; ${stores.join(', ')}.
Orders come from four traders and reads from four readers inside the cluster, each read on a connection of its own.
A load begins before its step and ends after it. "Lost" are acknowledged orders that the record lacks; the gap is the longest
time without an acknowledged order.

| ${HEAD.join(' | ')} |
|${HEAD.map(() => '---').join('|')}|
${steps.flatMap(({ name }) => rowOf(name, results, before)).join('\n')}

${USAGE}

As the kubelets count it, of the busiest and the largest replica: at the end of the step \`trade\`, and the most at the end
of any step of that run.

| container | CPU in \`trade\` | memory in \`trade\` | most CPU | most memory |
|---|---|---|---|---|
${Object.keys(usage.trade).length > 0 ? usageRows(usage) : usageBefore(before)}
`;
}

/** The commit under test. */
export function commitNow() {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
}

function rowOf(name, results, before) {
  const result = results.find((each) => each.name === name);
  if (result !== undefined)
    return [
      `| ${cells(result)
        .map((cell) => String(cell).replaceAll('|', '/'))
        .join(' | ')} |`,
    ];
  return before.split('\n').filter((line) => line.startsWith(`| \`${name}\` |`));
}

function usageRows({ trade, most }) {
  const figures = (used) => (used === undefined ? ' | ' : `${used.cpu}m | ${used.memory} MiB`);
  return Object.keys(most)
    .map((name) => `| ${name} | ${figures(trade[name])} | ${figures(most[name])} |`)
    .join('\n');
}

function usageBefore(before) {
  const [, section = ''] = before.split(USAGE);
  return section
    .split('\n')
    .filter((line) => /^\| \w+ \| .*MiB/.test(line))
    .join('\n');
}

function cells({ name, title, at, seconds, load, notes, error }) {
  const said = error === undefined ? notes.filter((note) => note !== '').join('; ') : `**failed**: ${error.split('\n')[0]}`;
  if (load === undefined) return [`\`${name}\``, title, at, seconds, '', '', '', '', '', said];
  const gap = `${(load.orders.longestGapMs / 1000).toFixed(2)} s`;
  const reads = Object.entries(load.reads).map(
    ([each, { answered, longestGapMs }]) => `${each} ${answered} (${longestGapMs} ms)`,
  );
  const notOk = others(load).join(', ') || 'none';
  return [
    `\`${name}\``,
    title,
    at,
    seconds,
    load.acknowledged.length,
    load.lost,
    load.doubled,
    gap,
    notOk,
    `${said}; reads answered (longest gap): ${reads.join(', ')}`,
  ];
}
