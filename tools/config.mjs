/**
 * `npm run config` writes the table of variables in docs/operate/configuration.md from the services' variable classes. `--
 * --check` changes nothing and fails when the table differs from the classes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SERVICES } from './migrate/roles.mjs';
import { buildProjects, installDependencies, ROOT, say } from './workspace.mjs';

const BEGIN = '<!-- variables: written by npm run config -->';
const END = '<!-- end of variables -->';
const FILE = 'docs/operate/configuration.md';
const COLUMNS = { variable: nameOf, meaning: doesOf, default: defaultOf, values: valuesOf, services: servicesOf };

installDependencies();
await buildProjects(SERVICES);
const variables = readVariables();
const path = join(ROOT, FILE);
const before = readFileSync(path, 'utf8');
const after = withTable(before, tableOf());
if (!process.argv.includes('--check')) {
  writeFileSync(path, after);
  say(`${variables.length} variables; ${before === after ? 'everything was up to date' : `written: ${FILE}`}`);
} else if (before !== after) {
  process.stderr.write(`The table of variables differs from the classes in ${FILE}. Run npm run config\n`);
  process.exitCode = 1;
} else {
  say(`The table of ${variables.length} variables matches the classes`);
}

/** Each variable with the programs that read it, variables of all services first. */
function readVariables() {
  const require = createRequire(import.meta.url);
  const { variablesOf, NatsVariables, ServiceVariables } = require(join(ROOT, 'libs/platform/server/dist/index.js'));
  const configOf = (service) => require(join(ROOT, 'apps', service, 'dist', `${service}.config.js`));
  const services = SERVICES.map((service) => {
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

function tableOf() {
  const rows = variables.map((variable) => Object.values(COLUMNS).map((cell) => linked(cell(variable))));
  const lines = [Object.keys(COLUMNS), Object.keys(COLUMNS).map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('| --- ', '|---').replace('--- |', '---|')).join('\n');
}

/** Makes links of a class, relative to docs/, relative to the table's page. */
function linked(text) {
  return text.replaceAll('DOCS/operate/', '').replaceAll('DOCS/', '../');
}

function withTable(text, table) {
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (start === -1 || end < start) throw new Error(`${FILE} needs the lines ${BEGIN} and ${END}`);
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
  return SERVICES.every((service) => services.includes(service)) && !services.includes('ops') ? 'all' : services.join(', ');
}
