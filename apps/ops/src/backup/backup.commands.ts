import { join } from 'node:path';
import type { MessageCounts } from '@foretell/platform-nats';
import { argumentAt, type CommandContext, type CommandSpec } from '../cli/command';
import { CommandRefused } from '../failure';
import { asOwner } from '../tables/owner-session';
import { count } from '../terminal/figures';
import { Progress } from '../terminal/progress';
import { verifiedManifest, type BackupManifest } from './backup-folder';
import { makeBackup, type TablesDone } from './make-backup';
import { openingOf, sealingOf } from './protection';
import { restoreBackup } from './restore-backup';

const backup = (version: string): CommandSpec => ({
  path: 'backup',
  summary: 'back up all three services, as of one point in time, into a folder',
  description:
    'Services keep running and are not blocked. DATABASE_URL names the role foretell_backup, or the owner of the tables. Rows are encrypted to BACKUP_RECIPIENTS (age); BACKUP_SIGNING_KEY_FILE signs SHA256SUMS. Every file is read back. A backup contains neither roles nor the master key, without which no API key is valid.',
  arguments: [{ name: 'FOLDER', summary: 'created by the command; it must not exist' }],
  options: {
    unprotected: { type: 'boolean', summary: 'neither encrypt nor sign, for test data' },
    dated: { type: 'boolean', summary: 'create a new folder inside FOLDER, named by the time, such as 2026-11-22T03-17-00Z' },
  },
  example: 'ops backup /backup/2026-11-22',
  run: async (input, context) => {
    const sealing = input.flag('unprotected') ? null : await sealingOf(context.config.backup);
    return asOwner(context.config.databaseUrl, 'backup', async (client) => {
      const given = argumentAt(input, 0);
      const folder = input.flag('dated') ? join(given, folderName(new Date())) : given;
      const manifest = await withProgress(context, 'backup', (onProgress) =>
        makeBackup(client, folder, { version, sealing, onProgress }),
      );
      return { value: { folder, ...manifest }, lines: [`${folder}: ${figures(manifest)}`, ...headLines(manifest)] };
    });
  },
});

const restore: CommandSpec = {
  path: 'restore',
  summary: 'restore a backup into an empty system, completely or not at all',
  description:
    'The database must have the migrations of the backup and no rows, no service may be running, and the streams must be empty: the restored journals fill them. The signature (BACKUP_SIGNERS_FILE) and every file are verified before anything is changed.',
  arguments: [{ name: 'FOLDER', summary: 'a folder that ops backup wrote' }],
  options: {
    unprotected: { type: 'boolean', summary: 'accept a backup without a signature: anyone with write access could have made it' },
    check: { type: 'boolean', summary: 'verify the files and change nothing; needs no database' },
    'streams-are-empty': { type: 'boolean', summary: 'skip the check of the streams, for an operator without access to NATS' },
  },
  example: 'ops restore /backup/2026-11-22',
  async run(input, context) {
    const folder = argumentAt(input, 0);
    const opening = input.flag('unprotected') ? null : await openingOf(context.config.backup);
    const manifest = await verifiedManifest(folder, opening);
    if (input.flag('check'))
      return { value: manifest, lines: [`all files match their checksums: ${figures(manifest)}`, ...headLines(manifest)] };
    if (!input.flag('streams-are-empty')) requireEmptyStreams(await context.connection.messageCounts());
    await asOwner(context.config.databaseUrl, 'restore', (client) =>
      withProgress(context, 'restore', (onProgress) =>
        restoreBackup(client, folder, manifest, { onProgress, decrypt: opening?.decrypt }),
      ),
    );
    return {
      value: manifest,
      lines: [
        `restored: ${figures(manifest)}`,
        ...headLines(manifest),
        'keys, bans and wallet links are as of the backup: repeat later revocations, bans and unlinks',
        'start the services, then run: ops doctor',
      ],
    };
  },
};

/** Sorts by time and is valid on every file system. */
function folderName(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

/** A stream with events that the restored system of record does not contain would make consumers apply them. */
function requireEmptyStreams(held: MessageCounts): void {
  const full = Object.entries(held).filter(([, messages]) => messages > 0);
  if (full.length === 0) return;
  const said = full.map(([source, messages]) => `${source} holds ${count(messages)} messages`).join(', ');
  throw new CommandRefused(`the streams are not empty (${said}): purge them, or give NATS an empty disk`);
}

async function withProgress<T>(
  { screen }: CommandContext,
  label: string,
  work: (onProgress: TablesDone) => Promise<T>,
): Promise<T> {
  let bar: Progress | undefined;
  try {
    return await work((_done, of) => {
      bar ??= new Progress(screen, label, of);
      bar.advance(1);
    });
  } finally {
    bar?.finish();
  }
}

function figures({ tables, takenAt }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${count(rows)} rows of ${tables.length} tables, as of ${takenAt}`;
}

function headLines({ heads: { clob, gamma, data }, migrations }: BackupManifest): readonly string[] {
  const applied = data.map(({ source, sequence }) => `${source} ${count(sequence)}`).join(', ');
  return [
    `trading: event ${count(clob.sequence)}, commit ${count(clob.commitNumber)}, state ${clob.stateHash === '' ? 'none yet' : clob.stateHash}`,
    `catalog: event ${count(gamma.sequence)}; data has applied ${applied === '' ? 'nothing yet' : applied}; migrations up to ${migrations.at(-1)?.name ?? 'none'}`,
  ];
}

/** `version` is the program's version, which a backup records. */
export function backupCommands(version: string): readonly CommandSpec[] {
  return [backup(version), restore];
}
