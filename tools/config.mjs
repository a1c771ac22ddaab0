/**
 * `npm run config` writes the tables of variables in README.md and docs/operations.md from the services' classes of variables.
 * `-- --check` changes nothing, and fails when a table is not what the classes give.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SURFACES } from './migrate/roles.mjs';
import { installDependencies, ROOT, runTool, say } from './workspace.mjs';

const BEGIN = '<!-- variables: written by npm run config -->';
const END = '<!-- end of variables -->';
/** Each document, the way from it to docs/, and its columns. */
const TABLES = [
  { file: 'README.md', docs: 'docs/', columns: { variable: nameOf, default: defaultOf, meaning: doesOf } },
  {
    file: 'docs/operations.md',
    docs: '',
    columns: { variable: nameOf, meaning: doesOf, default: defaultOf, values: valuesOf, services: servicesOf },
  },
];

installDependencies();
const code = await runTool('nx', ['run-many', '-t', 'build', '-p', SURFACES.join(), '--output-style=static']);
if (code !== 0) process.exit(code);
const variables = readVariables();
const written = TABLES.map(({ file, docs, columns }) => {
  const path = join(ROOT, file);
  const before = readFileSync(path, 'utf8');
  return { file, path, before, after: withTable(file, before, tableOf(columns, docs)) };
});
const stale = written.filter(({ before, after }) => before !== after);
if (!process.argv.includes('--check')) {
  for (const { path, after } of stale) writeFileSync(path, after);
  say(`${variables.length} variables; written: ${stale.map(({ file }) => file).join(', ') || 'nothing, all was up to date'}`);
} else if (stale.length > 0) {
  process.stderr.write(
    `The table of variables differs from the classes in ${stale.map(({ file }) => file).join(', ')}. Run npm run config\n`,
  );
  process.exitCode = 1;
} else {
  say(`The tables of ${variables.length} variables are those of the classes`);
}

/** Each variable with the programs that read it: those of all services first. */
function readVariables() {
  const require = createRequire(import.meta.url);
  const { variablesOf, NatsVariables, ServiceVariables } = require(join(ROOT, 'libs/platform/server/dist/index.js'));
  const configOf = (service) => require(join(ROOT, 'apps', service, 'dist', `${service}.config.js`));
  const services = SURFACES.map((service) => {
    const name = `${service[0].toUpperCase()}${service.slice(1)}Variables`;
    return { service, variables: variablesOf(configOf(service)[name]) };
  });
  const all = new Map(variablesOf(ServiceVariables).map((variable) => [variable.name, { ...variable, services: [] }]));
  // The operator's commands reach the services over NATS.
  for (const { service, variables: own } of [...services, { service: 'ops', variables: variablesOf(NatsVariables) }])
    for (const variable of own) {
      const known = all.get(variable.name) ?? { ...variable, services: [] };
      known.services.push(service);
      all.set(variable.name, known);
    }
  return [...all.values()];
}

function tableOf(columns, docs) {
  const rows = variables.map((variable) => Object.values(columns).map((cell) => cell(variable).replaceAll('DOCS/', docs)));
  const lines = [Object.keys(columns), Object.keys(columns).map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('| --- ', '|---').replace('--- |', '---|')).join('\n');
}

function withTable(file, text, table) {
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (start === -1 || end < start) throw new Error(`${file} needs the lines ${BEGIN} and ${END}`);
  return `${text.slice(0, start)}${BEGIN}\n${table}\n${text.slice(end)}`;
}

function nameOf({ name }) {
  return `\`${name}\``;
}

function doesOf({ does }) {
  return does;
}

function defaultOf(variable) {
  return variable.default;
}

function valuesOf({ values }) {
  return values;
}

function servicesOf({ services }) {
  return SURFACES.every((service) => services.includes(service)) && !services.includes('ops') ? 'all' : services.join(', ');
}
