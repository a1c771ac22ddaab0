import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseAt, type TestDatabase } from '@foretell/testing';
import { endWithUs } from './end-with-us';
import { eventually } from './eventually';
import { fieldsOf } from './reads';
import { freePort } from './free-port';
import { isAlive } from './is-alive';
import { surroundings } from './process.config';
import { ROOT } from './repository';

const execute = promisify(execFile);
const DATABASE = 'site';
/** Written by the server for the process that it is, or again at its start; WAL comes out of the archive. */
const NOT_COPIED: readonly string[] = ['postmaster.pid', 'postmaster.opts'];
const EMPTIED: readonly string[] = [
  'pg_wal',
  'pg_replslot',
  'pg_notify',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_dynshmem',
  'pg_serial',
];
/**
 * The project's own starter is an ES module, which a test of CommonJS cannot load: a process of its own runs it, and the server
 * outlives that.
 */
const STARTER = `
  const [root, folder, port, database, settings, given] = process.argv.slice(1);
  const { startPostgres } = await import('file://' + root + '/tools/embedded/postgres.mjs');
  const { giveToServer, reachableFolder } = await import('file://' + root + '/tools/embedded/unprivileged.mjs');
  const { prepareTemplate } = await import('file://' + root + '/tools/template-database.mjs');
  reachableFolder(folder);
  for (const path of JSON.parse(given)) giveToServer(path);
  const logFile = folder + '/postgres.log';
  const { url, pid } = await startPostgres({ folder, logFile, port: Number(port), purpose: 'local', settings: JSON.parse(settings) });
  if (database !== '') await prepareTemplate(url, database);
  console.log(JSON.stringify({ url, pid }));`;

/** A server of one drill's own, whose WAL is archived, and which may lose its disk. Every start is on the same port. */
export class OwnPostgres {
  private pid: number | undefined;
  private hasEnded: () => void = () => undefined;
  private lives = 0;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** With a migrated database; `archiveSeconds` is how old a change may become before its WAL is archived. */
  static async create(archiveSeconds: number): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'foretell-drill-'));
    await mkdir(join(folder, 'archive'));
    const put = `test ! -f ${folder}/archive/%f && cp %p ${folder}/archive/%f.part && mv ${folder}/archive/%f.part ${folder}/archive/%f`;
    const settings = ['wal_level=replica', 'archive_mode=on', `archive_timeout=${archiveSeconds}`, `archive_command=${put}`];
    const server = new OwnPostgres(folder, await freePort(), settings);
    await server.startEmpty();
    return server;
  }

  database(): TestDatabase {
    return databaseAt(`postgresql://postgres@127.0.0.1:${this.port}/${DATABASE}`);
  }

  /** A new server with a migrated database that has no rows. */
  async startEmpty(): Promise<void> {
    await this.start({ settings: this.settings, isNew: true, given: [join(this.folder, 'archive')] });
  }

  /**
   * Copies the server's files while it writes, between pg_backup_start and pg_backup_stop, as every base backup is made. The
   * archive then holds all WAL that it needs.
   */
  async baseBackup({ pool }: TestDatabase): Promise<void> {
    const session = await pool.connect();
    try {
      await session.query(`select pg_backup_start('drill', true)`);
      const base = join(this.folder, 'base');
      await copyFiles(join(this.life(), 'data'), base);
      const { rows } = await session.query<{ label: string }>('select labelfile as label from pg_backup_stop(true)');
      await writeFile(join(base, 'backup_label'), rows[0]?.label ?? '');
    } finally {
      session.release();
    }
  }

  /** Ends the server at once, with no checkpoint and nothing more archived, and removes its files. */
  async loseDisk(): Promise<void> {
    const lost = join(this.life(), 'data');
    await this.end('SIGQUIT');
    await rm(lost, { recursive: true, force: true });
  }

  /** Starts what the base backup and the archive give: up to a place in the WAL, or all there is. */
  async recover(targetLsn?: string): Promise<void> {
    const [archive, data] = [join(this.folder, 'archive'), join(this.nextLife(), 'data')];
    await copyFiles(join(this.folder, 'base'), data);
    await writeFile(join(data, 'recovery.signal'), '');
    const target = targetLsn === undefined ? [] : [`recovery_target_lsn=${targetLsn}`, 'recovery_target_action=promote'];
    const settings = [...this.settings, `restore_command=cp ${archive}/%f %p`, ...target];
    await this.start({ settings, isNew: false, given: [data] });
  }

  /** Ends it in order: whatever it had is archived. */
  async stop(): Promise<void> {
    await this.end('SIGINT');
  }

  async remove(): Promise<void> {
    await this.end('SIGQUIT');
    await rm(this.folder, { recursive: true, force: true });
  }

  private life(): string {
    return join(this.folder, `server-${this.lives}`);
  }

  private nextLife(): string {
    this.lives += 1;
    return this.life();
  }

  private async start({
    settings,
    isNew,
    given,
  }: {
    settings: readonly string[];
    isNew: boolean;
    given: readonly string[];
  }): Promise<void> {
    const folder = isNew ? this.nextLife() : this.life();
    await execute('chmod', ['755', this.folder]);
    const words = [ROOT, folder, String(this.port), isNew ? DATABASE : '', JSON.stringify(settings), JSON.stringify(given)];
    const options = { timeout: 120_000, env: { ...surroundings() } };
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', STARTER, ...words], options);
    this.pid = Number(fieldsOf(JSON.parse(stdout))['pid']);
    this.hasEnded = endWithUs(this.pid, 'SIGQUIT');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { pid } = this;
    if (pid === undefined) return;
    this.pid = undefined;
    process.kill(pid, signal);
    await eventually('the server ends', () => Promise.resolve(isAlive(pid) ? undefined : true), 60_000);
    this.hasEnded();
  }
}

/** Files that vanish meanwhile are named in the WAL. */
async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (NOT_COPIED.includes(entry.name)) continue;
    if (EMPTIED.includes(entry.name)) await mkdir(target, { mode: 0o700 });
    else if (entry.isDirectory()) await copyFiles(source, target);
    else await copyFile(source, target).catch(unlessGone);
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
