/**
 * `npm run api-tables` writes the tables of error codes and limits in docs/trade from the services' sources, and those of
 * commands, metrics and alerts in docs/operate. `-- --check` changes nothing and fails when a table differs, or when a code has
 * no advice.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from './migrate/roles.mjs';
import { buildProjects, installDependencies, ROOT, say } from './workspace.mjs';

installDependencies();
await buildProjects([...SERVICES, 'ops']);
const { errorTables, limitTables } = await import('./api-tables/tables.mjs');
const { alertTables, commandTables } = await import('./api-tables/operating.mjs');
const { metricTables } = await import('./api-tables/metrics.mjs');
const isCheck = process.argv.includes('--check');
const pages = {
  'docs/trade/errors.md': errorTables(),
  'docs/trade/limits.md': limitTables(),
  'docs/operate/commands.md': commandTables(),
  'docs/operate/metrics.md': { ...metricTables(), ...alertTables() },
};
const changed = Object.entries(pages).filter(([page, tables]) => isChanged(page, tables));
if (isCheck && changed.length > 0) {
  process.stderr.write(`${changed.map(([page]) => page).join(' and ')} differ from the sources. Run npm run api-tables\n`);
  process.exitCode = 1;
} else
  say(
    changed.length === 0
      ? 'The tables of errors, limits, commands, metrics and alerts match the sources'
      : `Written: ${changed.map(([page]) => page).join(', ')}`,
  );

/** Whether a page's tables differ; writes the page unless this is a check. */
function isChanged(page, tables) {
  const path = join(ROOT, page);
  const before = readFileSync(path, 'utf8');
  const after = Object.entries(tables).reduce((text, [name, table]) => withTable(page, text, name, table), before);
  if (before !== after && !isCheck) writeFileSync(path, after);
  return before !== after;
}

function withTable(page, text, name, table) {
  const [begin, end] = [`<!-- ${name}: written by npm run api-tables -->`, `<!-- end of ${name} -->`];
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start === -1 || stop < start) throw new Error(`${page} needs the lines ${begin} and ${end}`);
  return `${text.slice(0, start)}${begin}\n\n${table}\n\n${text.slice(stop)}`;
}
