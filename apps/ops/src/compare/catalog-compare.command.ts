import type { CommandSpec } from '../cli/command';
import { rowsOf } from '../catalog/catalog-file';
import { isObject } from '../catalog/shapes';
import { sourceFiles } from '../catalog/source-files';
import { textOf } from '../catalog/text-source';
import { CommandRefused } from '../failure';
import { count } from '../terminal/figures';
import { right, shrinking, table } from '../terminal/table';
import { FieldTally, type FieldReport, type Kind } from './field-tally';
import { ServedRecords } from './served-records';

type Fields = Readonly<Record<string, unknown>>;
interface Found {
  readonly kind: Kind;
  readonly id: string;
  readonly row: Fields;
}

const PATHS = { market: 'markets', event: 'events', series: 'series', tag: 'tags' } as const;
const LANES = 8;

/** The records of a row: itself and the records nested in it. */
function recordsOf(row: unknown): Found[] {
  if (!isObject(row)) return [];
  const isEvent = row['question'] === undefined && (row['title'] !== undefined || Array.isArray(row['markets']));
  return withParts(isEvent ? 'event' : 'market', row);
}

function withParts(kind: Kind, row: unknown): Found[] {
  if (!isObject(row)) return [];
  const parts = (name: string, of: Kind): Found[] =>
    Array.isArray(row[name]) ? row[name].flatMap((part) => withParts(of, part)) : [];
  const { id } = row;
  const own: Found[] = typeof id === 'string' || typeof id === 'number' ? [{ kind, id: String(id), row }] : [];
  const inside = kind === 'event' ? parts('markets', 'market') : kind === 'market' ? parts('events', 'event') : [];
  return [...own, ...inside, ...parts('series', 'series'), ...parts('tags', 'tag')];
}

/** Of several rows of one record, the newest; of equally new ones, the last. */
async function newestRecords(paths: readonly string[]): Promise<readonly Found[]> {
  const records = new Map<string, Found>();
  for (const { path } of await sourceFiles(paths)) {
    for await (const item of rowsOf(
      path,
      textOf(path, () => undefined),
    )) {
      for (const found of 'value' in item ? recordsOf(item.value) : []) {
        const key = `${found.kind} ${found.id}`;
        const before = records.get(key);
        if (before === undefined || !isOlder(found.row, before.row)) records.set(key, found);
      }
    }
  }
  return [...records.values()];
}

function isOlder(row: Fields, than: Fields): boolean {
  const [a, b] = [instantOf(row), instantOf(than)];
  return a !== null && b !== null && a < b;
}

function instantOf({ updatedAt }: Fields): number | null {
  const millis = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  return Number.isNaN(millis) ? null : millis;
}

interface Compared {
  readonly fields: readonly FieldReport[];
  readonly compared: number;
  readonly absent: number;
  /** The catalog has a newer row. */
  readonly older: number;
}

async function compare(records: readonly Found[], catalog: ServedRecords, onProgress: (done: number) => void): Promise<Compared> {
  const tally = new FieldTally();
  const totals = { compared: 0, absent: 0, older: 0 };
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let found = records[next++]; found !== undefined; found = records[next++]) {
      const served = await catalog.read(PATHS[found.kind], found.id);
      if (served === null) totals.absent += 1;
      else if (isOlder(found.row, served.public)) totals.older += 1;
      else {
        totals.compared += 1;
        tally.add(found.kind, found.row, { interface: served.interface, public: served.public });
      }
      onProgress(next);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { fields: tally.reports(), ...totals };
}

function carried({ same, rewritten, other, absent }: FieldReport['public'], records: number): string {
  if (absent === records) return 'no';
  const parts = [
    rewritten > 0 ? `${count(rewritten)} rewritten` : '',
    other > 0 ? `${count(other)} other` : '',
    absent > 0 ? `${count(absent)} absent` : '',
  ];
  const said = parts.filter((part) => part !== '').join(', ');
  return said === '' ? 'unchanged' : same === 0 && said.endsWith('rewritten') ? 'rewritten' : said;
}

const catalogCompare: CommandSpec = {
  path: 'catalog compare',
  summary: 'compare rows of a source with the catalog, field by field',
  description:
    'For every field of a row: how many records have it, and how both response formats return it. "rewritten" is the same value in another ' +
    'notation; "other" is another value, with the reason if it is known. Rows older than those in the catalog are left out. Changes nothing.',
  arguments: [{ name: 'FILE', summary: 'a file or directory that was imported' }],
  repeatsLastArgument: true,
  options: { 'gamma-url': { type: 'string', value: 'URL', summary: 'address of the catalog; GAMMA_URL by default' } },
  example: 'ops catalog compare events.json --gamma-url http://127.0.0.1:3002',
  async run(input, { config, screen }) {
    if (input.arguments.length === 0) throw new CommandRefused('name at least one file or directory');
    const url = (input.option('gamma-url') ?? config.gammaUrl).replace(/\/+$/, '');
    if (!URL.canParse(url)) throw new CommandRefused('--gamma-url must be a URL such as http://127.0.0.1:3002');
    const records = await newestRecords(input.arguments);
    const result = await compare(records, new ServedRecords(url), (done) =>
      screen.status(`${count(done)} of ${count(records.length)}`),
    );
    screen.status('');
    const rows = result.fields.map((field) => [
      field.kind,
      field.field,
      count(field.records),
      carried(field.public, field.records),
      carried(field.interface, field.records),
      field.why ?? '',
    ]);
    const columns = ['record', 'field', right('rows'), 'public', 'interface', shrinking('why')];
    const { compared, absent, older } = result;
    const lines = [
      ...table(screen, columns, rows),
      `${count(compared)} records compared, ${count(absent)} not in the catalog, ${count(older)} older than in the catalog`,
    ];
    return { value: result, lines };
  },
};

export const COMPARE_COMMANDS: readonly CommandSpec[] = [catalogCompare];
