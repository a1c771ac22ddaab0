/**
 * `npm run cluster` installs the local overlay into the cluster that kubectl reaches, breaks it, upgrades it and restores it,
 * under load, by the commands of docs/operate, and writes docs/cluster-report.md.
 *   --steps install,kill   only these, in their order; with --report FILE, replaces their rows of a report
 *   --images PREFIX --tag TAG   names of the images, "foretell/" and the version of this release unless given
 *   --next TAG   the images to which the step `upgrade` upgrades
 *   --said TEXT   the kind of the cluster, for the report
 *   --keep   leaves the site in place (as any selection of steps does)
 * LOAD_PAUSE_MS: how long each of the load's traders waits between orders (default 100): more on a small machine.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { versions } from './cluster/install-steps.mjs';
import { attempt, kubectl, SITE, STORES } from './cluster/kubectl.mjs';
import { CALLERS, standLoad } from './cluster/load.mjs';
import { makeFolder } from './cluster/page.mjs';
import { commitNow, faultsOf, others, reportOf } from './cluster/report.mjs';
import { STEPS } from './cluster/steps.mjs';
import { more, usage } from './cluster/usage.mjs';
import { ROOT, say } from './workspace.mjs';

const REPORT = join(ROOT, 'docs', 'cluster-report.md');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const { values } = parseArgs({
  options: {
    steps: { type: 'string' },
    images: { type: 'string', default: 'foretell/' },
    tag: { type: 'string', default: version },
    next: { type: 'string' },
    said: { type: 'string', default: '' },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const names = values.steps?.split(',') ?? STEPS.map(({ name }) => name);
const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No step is named ${unknown.join(', ')}. There are ${STEPS.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}
const folder = makeFolder(values);
const image = `${values.images}ops:${values.tag}`;
const results = [];
// The commit at the start, even if another is made during the run.
const commit = commitNow();
const context = { folder, image, images: values.images, tag: values.tag, next: values.next, usage: { trade: {}, most: {} } };
try {
  for (const step of STEPS.filter(({ name }) => names.includes(name))) {
    if (!step.isInstall) await standLoad(image);
    results.push(await runStep(step));
    context.usage.most = more(context.usage.most, await usage().catch(() => ({})));
    await report();
    // The other steps need an installed site.
    if (step.isInstall && results.at(-1).error !== undefined) break;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.steps === undefined && !values.keep)
  for (const each of [SITE, STORES, CALLERS]) await kubectl(['delete', 'namespace', each, '--ignore-not-found']);
const failed = results.filter(({ error }) => error !== undefined);
say(failed.length === 0 ? `${results.length} steps held` : `Failed: ${failed.map(({ name }) => name).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs after each step, so that an aborted run leaves its results. */
async function report() {
  const file = values.report ?? (values.steps === undefined ? REPORT : undefined);
  if (file === undefined) return;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const found = { results, versions: await versions(), usage: context.usage };
  writeFileSync(file, reportOf({ ...found, steps: STEPS, said: values.said, before }));
}

async function runStep({ name, title, run }) {
  say(`${name}: ${title}`);
  const startedAt = Date.now();
  const found = await run(context).catch((error) => ({ error: error.stack ?? String(error), notes: [] }));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const { load, notes } = found;
  const faults = load === undefined ? [] : faultsOf(load);
  const error = found.error ?? (faults.length > 0 ? faults.join('; ') : undefined);
  if (load !== undefined)
    say(
      `  ${load.acknowledged.length} acknowledged, ${load.lost} lost, ${load.doubled} doubled, longest gap ${load.orders.longestGapMs} ms (${load.orders.gapAt}); ${others(load).join(', ') || 'no other answers'}`,
    );
  for (const note of notes) say(`  ${note}`);
  if (error !== undefined) say(`  FAILED ${error}\n${await eventsNow()}`);
  say(`  ${seconds} s`);
  const at = `${commit}, ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')}`;
  return { name, title, at, seconds, load, notes, error };
}

/** The cluster's last events, to explain a failed step. */
async function eventsNow() {
  const pods = await attempt(['-n', SITE, 'get', 'pods', '-o', 'wide']);
  const events = await attempt(['-n', SITE, 'get', 'events', '--sort-by=.metadata.creationTimestamp']);
  return `${pods.text}\n${events.text.split('\n').slice(-25).join('\n')}`;
}
