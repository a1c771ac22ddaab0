/** The tables of the operator's commands and of the alerts, from the program and from the rules. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../workspace.mjs';
import { table } from './table.mjs';

const { COMMANDS } = createRequire(import.meta.url)(join(ROOT, 'apps', 'ops', 'dist', 'program.js'));

/** @returns the table of docs/operate/commands.md by its name */
export function commandTables() {
  const rows = COMMANDS.map((spec) => {
    const { arguments: named = [], argumentsMin: needed = named.length } = spec;
    const words = named.map(({ name }, at) => (at < needed ? name : `[${name}]`));
    const repeat = spec.repeatsLastArgument ? '…' : '';
    const options = Object.entries(spec.options ?? {}).map(
      ([name, { value }]) => `\`--${name}${value === undefined ? '' : ` ${value}`}\``,
    );
    return [`\`ops ${[spec.path, ...words].join(' ')}${repeat}\``, spec.summary, options.join(', ')];
  });
  return { commands: table(['command', 'what it does', 'options'], rows) };
}

/** @returns the table of docs/operate/metrics.md by its name */
export function alertTables() {
  const rules = readFileSync(join(ROOT, 'deploy', 'observability', 'rules.yaml'), 'utf8');
  const rows = rules
    .split(/^ *- alert: /m)
    .slice(1)
    .map((rule) => {
      const name = rule.slice(0, rule.indexOf('\n'));
      const [, severity] = /severity: (\w+)/.exec(rule);
      const [, quote, summary] = /summary: (['"])(.*?)\1,?$/m.exec(rule);
      const wait = /^ *for: (\w+)/m.exec(rule)?.[1] ?? '';
      const words = quote === "'" ? summary.replaceAll("''", "'") : summary;
      return [`[${name}](runbooks.md#${name.toLowerCase()})`, severity, wait, words.replaceAll(/{{.*?}}/g, '…')];
    });
  return { alerts: table(['alert', 'severity', 'after', 'what it says'], rows) };
}
