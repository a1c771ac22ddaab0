import { argumentAt, type Answer, type CommandContext, type CommandInput, type CommandSpec } from '../cli/command';
import { required } from '../cli/parse-input';
import { EXIT } from '../exit-code';
import { UsageError } from '../failure';
import { count, timeText } from '../terminal/figures';
import { shrinking, table } from '../terminal/table';
import { asOwner } from '../tables/owner-session';
import { awayFiles, archiveParts } from './make-archive';
import { readManifest, type Entry } from './manifest';
import { leavingOrders, archiveOrders } from './orders-archive';
import { makePlan, type Plan } from './plan.query';
import { bringBack, faultsOf } from './restore-archive';

const FOLDER = { name: 'FOLDER', summary: 'folder of the files and their manifest' } as const;
const GROUP_NAMES = ['journal', 'trades', 'orders', 'activity'] as const;

const make: CommandSpec = {
  path: 'archive make',
  summary: 'move old rows to files: partitions of events, trades and activity, and ended orders',
  description:
    'Without --apply it only lists what would be archived. DATABASE_URL names the role that owns the tables. An order signed before the end of the archive is refused as too old from then on.',
  arguments: [FOLDER],
  options: {
    before: {
      type: 'string',
      value: 'WHEN',
      summary: 'required: a date such as 2026-11-22, or a sequence of the trading events',
    },
    apply: { type: 'boolean', summary: 'archive the rows; files are read back before rows are deleted' },
  },
  example: 'ops archive make /archive/2026-08 --before 2026-08-01 --apply',
  async run(input, context) {
    const before = required(input.option('before'), 'before');
    return asOwner(context.config.databaseUrl, 'archive', async (client) => {
      const plan = await makePlan(client, before);
      if (!input.flag('apply')) return planned(plan, await leavingOrders(client, plan.before), context);
      const folder = argumentAt(input, 0);
      const entries = [
        ...(await archiveParts(client, folder, plan.parts)),
        ...(await archiveOrders(client, folder, plan.before)),
      ];
      const lines = [
        ...plan.stops.map((stop) => `stays: ${stop}`),
        ...entryLines(context, entries),
        `${entries.length} files archived`,
      ];
      return { value: { before: plan.before, entries, stays: plan.stops }, lines };
    });
  },
};

const list: CommandSpec = {
  path: 'archive list',
  summary: 'list the files of an archive, and those whose rows are not in the database',
  arguments: [FOLDER],
  example: 'ops archive list /archive/2026-08',
  run: (input, context) =>
    asOwner(context.config.databaseUrl, 'archive', async (client) => {
      const gone = await awayFiles(client);
      const entries = readManifest(argumentAt(input, 0)).entries.map((entry) => ({ ...entry, isAway: gone.has(entry.sha256) }));
      const away = entries.filter(({ isAway }) => isAway).length;
      return {
        value: entries,
        lines: [...entryLines(context, entries), `${away} of ${entries.length} files are not in the database`],
      };
    }),
};

const verify: CommandSpec = {
  path: 'archive verify',
  summary: "read an archive's files and compare them with its manifest; needs no database",
  arguments: [FOLDER],
  example: 'ops archive verify /archive/2026-08',
  async run(input) {
    const folder = argumentAt(input, 0);
    const { entries } = readManifest(folder);
    if (entries.length === 0) throw new UsageError(`${folder} holds no archive`);
    const faults = await faultsOf(folder, entries);
    const lines = faults.length === 0 ? [`all ${entries.length} files match their checksums`] : faults;
    return { value: { files: entries.length, faults }, lines, exitCode: faults.length === 0 ? EXIT.done : EXIT.refused };
  },
};

const restore: CommandSpec = {
  path: 'archive restore',
  summary: 'restore the rows of an archive',
  description: 'Rows that are in the database already stay unchanged, so the command can be repeated. The files are kept.',
  arguments: [FOLDER],
  options: { only: { type: 'string', value: 'GROUPS', summary: `any of ${GROUP_NAMES.join(', ')}, separated by commas` } },
  example: 'ops archive restore /archive/2026-08 --only journal',
  run: (input, context) =>
    asOwner(context.config.databaseUrl, 'archive', async (client) => {
      const restored = await bringBack(client, argumentAt(input, 0), groupsOf(input));
      const back = restored.filter(({ isBack }) => isBack).map(({ entry }) => entry);
      const lines = [
        ...entryLines(context, back),
        `${back.length} files restored, ${restored.length - back.length} were in the database already`,
      ];
      return { value: restored, lines };
    }),
};

function groupsOf(input: CommandInput): readonly string[] | null {
  const groups = input.option('only')?.split(',') ?? null;
  const unknown = groups?.find((group) => !GROUP_NAMES.some((name) => name === group));
  if (unknown !== undefined) throw new UsageError(`--only accepts ${GROUP_NAMES.join(', ')}, not "${unknown}"`);
  return groups;
}

function planned({ before, parts, stops }: Plan, orders: number, { screen }: CommandContext): Answer {
  const rows = parts.map(({ group, bound, rows: held, untilAt }) => [group.name, bound, count(held), timeText(untilAt)]);
  const lines = [
    ...(rows.length === 0 ? [] : table(screen, ['what', 'keys', 'rows', 'until'], rows)),
    ...stops.map((stop) => `stays: ${stop}`),
    `${parts.length} partitions before ${timeText(before)} would be archived, then their ended orders and ${count(orders)} that never traded; nothing was changed (--apply)`,
  ];
  const value = {
    before,
    parts: parts.map(({ group, bound, rows: held, untilAt }) => ({ group: group.name, bound, rows: held, untilAt })),
    orders,
    stays: stops,
  };
  return { value, lines };
}

function entryLines({ screen }: CommandContext, entries: readonly Entry[]): readonly string[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ file, rows: held, untilAt, sha256 }) => [file, count(held), timeText(untilAt), sha256]);
  return table(screen, ['file', 'rows', 'until', shrinking('sha256')], rows);
}

export const ARCHIVE_COMMANDS: readonly CommandSpec[] = [make, list, verify, restore];
