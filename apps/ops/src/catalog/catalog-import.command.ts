import { messageOf } from '@foretell/platform-server/message-of';
import type { CommandSpec, CommandContext } from '../cli/command';
import { EXIT, type ExitCode } from '../exit-code';
import { CommandRefused, UsageError } from '../failure';
import { commanded } from '../connection/ops-connection';
import { count } from '../terminal/figures';
import { BatchSender } from './batch-sender';
import { Batcher, batchesOf, type BatchOptions } from './batches';
import { rowsOf } from './catalog-file';
import { ImportReport } from './import-report';
import { sourceFiles, type SourceFile } from './source-files';
import { textOf } from './text-source';
import type { CatalogBatch } from '@foretell/contracts';

type ImportContext = Pick<CommandContext, 'connection' | 'screen' | 'timeoutMs'>;

/** Result of an import. */
export interface Imported {
  readonly report: ImportReport;
  readonly seconds: number;
}

/**
 * Sends the rows of files and directories to the catalog, batch by batch in order; the next batch is prepared while two are in
 * flight. Throws CommandRefused when a path cannot be read or a complete batch is refused. Rows stored before remain, and the
 * import can be repeated.
 */
async function importCatalog(paths: readonly string[], options: BatchOptions, context: ImportContext): Promise<Imported> {
  const files = await sourceFiles(paths);
  const report = new ImportReport();
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let readBytes = 0;
  const show = (): void => {
    const percent = totalBytes === 0 ? 100 : Math.floor((readBytes / totalBytes) * 100);
    const rate = Math.round(report.rowsRead / Math.max(0.001, seconds()));
    context.screen.status(`catalog ${percent} % read, ${count(report.rowsRead)} rows stored (${count(rate)}/s)`);
  };
  const sender = new BatchSender(async (batch) =>
    report.addBatch(rowsIn(batch), await commanded(context, 'ops.gamma.catalog.import', batch)),
  );
  try {
    for await (const batch of batches(files, options, report, (bytes) => (readBytes += bytes))) {
      await sender.put(batch);
      show();
    }
    await sender.finish();
  } finally {
    context.screen.status('');
  }
  return { report, seconds: seconds() };
}

async function* batches(
  files: readonly SourceFile[],
  options: BatchOptions,
  report: ImportReport,
  onBytes: (count: number) => void,
): AsyncGenerator<CatalogBatch> {
  const batcher = new Batcher(options);
  for (const { path } of files) {
    try {
      yield* batchesOf(path, rowsOf(path, textOf(path, onBytes)), batcher, (place, fault) => report.refuse(place, fault));
    } catch (error) {
      report.refuse(path, `the file, or the rest of it, cannot be read: ${messageOf(error)}`);
    }
  }
  yield* batcher.flush();
}

/** An event that is sent in parts counts once, with its first part. */
function rowsIn({ rows, shape }: CatalogBatch): number {
  return rows.filter(({ position }) => shape === 'markets' || position === 0).length;
}

function namesOf(text = ''): readonly string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '');
}

const catalogImport: CommandSpec = {
  path: 'catalog import',
  summary: 'load events and markets into the catalog',
  description:
    'FILE is JSON in the public catalog format: events with their markets, or markets with their events, as a list, a list inside an object, or one row a ' +
    'line; plain or .gz, in any Unicode encoding. A directory means all such files in it. Rows are stored by id: fields missing from a row stay as they are, ' +
    'and importing the same file again changes nothing. Refused rows are reported and the rest is stored. The exit code is 1 when a row was refused, or when ' +
    'there was nothing to store. ' +
    'The trading service creates an order book for each market with a condition id and two tokens.',
  arguments: [{ name: 'FILE', summary: 'a .json, .jsonl or .ndjson file, plain or .gz, or a directory of them' }],
  repeatsLastArgument: true,
  options: {
    site: { type: 'string', value: 'NAMES', summary: 'also list every row of the files on these sites, separated by commas' },
    'allow-refused': { type: 'boolean', summary: 'exit with 0 even when rows were refused' },
    unlist: { type: 'string', value: 'NAMES', summary: 'remove every row of the files from these sites' },
    'base-fees': { type: 'boolean', summary: 'read a takerBaseFee without a feeSchedule as the fee rate in basis points' },
  },
  example: 'ops catalog import events.json --site alpha.example',
  async run(input, context) {
    const listing = { sites: namesOf(input.option('site')), unlisted: namesOf(input.option('unlist')) };
    const both = listing.sites.find((site) => listing.unlisted.includes(site));
    if (both !== undefined) throw new UsageError(`${both} is named by both --site and --unlist`);
    if (input.arguments.length === 0) throw new CommandRefused('name at least one file or directory');
    const options = { ...listing, baseFees: input.flag('base-fees') };
    const { report, seconds } = await importCatalog(input.arguments, options, context);
    const exitCode: ExitCode = report.isGood(input.flag('allow-refused')) ? EXIT.done : EXIT.refused;
    return { value: report.toJson(), lines: report.lines(context.screen, seconds), exitCode };
  },
};

export const CATALOG_COMMANDS: readonly CommandSpec[] = [catalogImport];
