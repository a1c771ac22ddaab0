import type { CommandSpec, OptionSpecs } from './command';
import { COMMON_OPTIONS } from './parse-input';

const EXIT_CODES = 'Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 a service does not respond.';

/** Help of the complete tool on one screen. */
export function overallHelp(commands: readonly CommandSpec[], version: string): readonly string[] {
  return [
    `ops ${version}: operate a running Foretell system.`,
    '',
    'Usage: ops COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    'Commands:',
    ...twoColumns(commands.map(({ path, summary }): [string, string] => [path, summary])),
    '',
    'Options of every command:',
    ...optionLines({ ...COMMON_OPTIONS, version: { type: 'boolean', summary: 'print the version (ops --version)' } }),
    '',
    'Environment:',
    ...twoColumns([
      ['NATS_URL', 'address of NATS, which transports the commands (default nats://127.0.0.1:4222)'],
      ['NATS_PREFIX', "the deployment's subject prefix (default foretell)"],
      ['NATS_USER, NATS_PASSWORD, NATS_CREDS', "the operator's NATS user, if the server requires one"],
      ['OPS_ACTOR', "the operator's name, when it is not NATS_USER"],
      ['NATS_CA, NATS_JS_API', "the servers' certificates; foretell.js on a site with accounts"],
      ['DATABASE_URL', 'the database of archive, backup and restore'],
      ['PROMETHEUS_URL', 'the server whose alerts are shown'],
      [
        'BACKUP_RECIPIENTS, BACKUP_SIGNING_KEY_FILE',
        'the recipients a backup is encrypted to (age1…), and its signing key (Ed25519, PEM)',
      ],
      [
        'BACKUP_IDENTITY_FILE, BACKUP_SIGNERS_FILE',
        'the identity that decrypts a backup (AGE-SECRET-KEY-…), and the accepted signers',
      ],
      ['CLOB_URL, GAMMA_URL, DATA_URL', 'the services, for the demo (default http://127.0.0.1:3001, 3002, 3003)'],
      ['NO_COLOR', 'any value: no colours'],
    ]),
    '',
    EXIT_CODES,
    '',
    'Examples:',
    '  ops doctor',
    '  ops markets list --status active',
    '  ops ledger show --help',
  ];
}

/** Help of one command: its description, arguments, options, and an example to copy. */
export function commandHelp(spec: CommandSpec): readonly string[] {
  return [
    `${usageLine(spec)}`,
    '',
    spec.summary,
    ...(spec.description === undefined ? [] : ['', ...wrapped(spec.description, 100)]),
    ...section('Arguments:', twoColumns((spec.arguments ?? []).map(({ name, summary }): [string, string] => [name, summary]))),
    ...section('Options:', optionLines({ ...spec.options, ...COMMON_OPTIONS, ...spec.options })),
    ...section('Example:', [`  ${spec.example}`]),
  ];
}

/** The commands of one group, shown when only the group's name was typed. */
export function groupHelp(group: string, commands: readonly CommandSpec[]): readonly string[] {
  return [
    `Usage: ops ${group} COMMAND`,
    '',
    ...twoColumns(commands.map(({ path, summary }): [string, string] => [path, summary])),
  ];
}

function usageLine(spec: CommandSpec): string {
  const { arguments: named = [], argumentsMin: needed = named.length } = spec;
  const words = named.map(({ name }, index) => (index < needed ? name : `[${name}]`));
  const repeat = spec.repeatsLastArgument === true ? '…' : '';
  return `Usage: ops ${[spec.path, ...words].join(' ')}${repeat} [OPTIONS]`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function optionLines(options: OptionSpecs): readonly string[] {
  return twoColumns(
    Object.entries(options).map(([name, { value, summary }]) => [
      value === undefined ? `--${name}` : `--${name} ${value}`,
      summary,
    ]),
  );
}

function twoColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
