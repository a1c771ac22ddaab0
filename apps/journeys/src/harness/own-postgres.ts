import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
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
/** Files of the running process, written again at its start; WAL comes from the archive. */
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
 * The project's own starter is an ES module, which CommonJS tests cannot import. A separate process runs it, and the server
 * outlives that process.
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

/** A server that a drill or a fault may destroy, with its disk. Every start uses the same port. */
export class OwnPostgres {
  private pid: number | undefined;
  private hasEnded: () => void = () => undefined;
  private lives = 0;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** With a migrated database; `archiveSeconds` is the maximum age of a change before its WAL is archived. */
  static async archiving(archiveSeconds: number): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'foretell-drill-'));
    await mkdir(join(folder, 'archive'));
    const put = `test ! -f ${folder}/archive/%f && cp %p ${folder}/archive/%f.part && mv ${folder}/archive/%f.part ${folder}/archive/%f`;
    const settings = ['wal_level=replica', 'archive_mode=on', `archive_timeout=${archiveSeconds}`, `archive_command=${put}`];
    const server = new OwnPostgres(folder, await freePort(), settings);
    await server.startEmpty([join(folder, 'archive')]);
    return server;
  }

  /** With a migrated database; `folder` contains its files, by default a temporary one. */
  static async create(settings: readonly string[] = [], folder?: string): Promise<OwnPostgres> {
    const place = folder ?? (await mkdtemp(join(tmpdir(), 'foretell-postgres-')));
    const server = new OwnPostgres(place, await freePort(), settings);
    await server.startEmpty();
    return server;
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/${DATABASE}`;
  }

  database(): TestDatabase {
    return databaseAt(this.url);
  }

  /** A new server with a migrated database without rows; `given` are further paths that its user must own. */
  async startEmpty(given: readonly string[] = []): Promise<void> {
    await this.start({ settings: this.settings, isNew: true, given });
  }

  /** Starts it again on its existing files, if it has ended. */
  async restart(): Promise<void> {
    if (this.pid !== undefined && isAlive(this.pid)) return;
    await this.start({ settings: this.settings, isNew: false, given: [] });
  }

  /** Moves its WAL to another folder, such as a volume of its own, with a restart. */
  async moveWal(folder: string): Promise<void> {
    await this.stop();
    const wal = join(this.life(), 'data', 'pg_wal');
    await execute('cp', ['-a', wal, folder]);
    await rm(wal, { recursive: true });
    await symlink(join(folder, 'pg_wal'), wal);
    await this.restart();
  }

  /**
   * A base backup: copies the server's files while it writes, between pg_backup_start and pg_backup_stop. The archive then
   * contains all WAL that the backup needs.
   */
  async baseBackup(database: TestDatabase): Promise<void> {
    await this.copyTo(join(this.folder, 'base'), database);
  }

  /**
   * A standby that follows this server by streaming replication, starting from a base backup. `name` is also the name of its
   * replication slot. It connects to the primary through `upstream`, a URL that leads there.
   */
  async standby(name: string, upstream: string): Promise<OwnPostgres> {
    const database = this.database();
    const folder = await mkdtemp(join(tmpdir(), 'foretell-postgres-'));
    try {
      await database.pool.query('select pg_create_physical_replication_slot($1, true)', [name]);
      const { hostname, port } = new URL(upstream);
      const conninfo = `primary_conninfo=host=${hostname} port=${port} user=postgres application_name=${name}`;
      const standby = new OwnPostgres(folder, await freePort(), [...this.settings, conninfo, `primary_slot_name=${name}`]);
      const data = join(standby.nextLife(), 'data');
      await this.copyTo(data, database);
      await writeFile(join(data, 'standby.signal'), '');
      await standby.start({ settings: standby.settings, isNew: false, given: [data] });
      return standby;
    } finally {
      await database.drop();
    }
  }

  /** Stops it at once, as the loss of its machine does; its files remain. */
  async kill(): Promise<void> {
    await this.end('SIGQUIT');
  }

  private async copyTo(folder: string, { pool }: TestDatabase): Promise<void> {
    const session = await pool.connect();
    try {
      await session.query(`select pg_backup_start('drill', true)`);
      await copyFiles(join(this.life(), 'data'), folder);
      const { rows } = await session.query<{ label: string }>('select labelfile as label from pg_backup_stop(true)');
      await writeFile(join(folder, 'backup_label'), rows[0]?.label ?? '');
    } finally {
      session.release();
    }
  }

  /** Stops the server at once, without a checkpoint and without further archiving, and removes its files. */
  async loseDisk(): Promise<void> {
    const lost = join(this.life(), 'data');
    await this.end('SIGQUIT');
    await rm(lost, { recursive: true, force: true });
  }

  /** Starts a server from the base backup and the archive, up to a position in the WAL, or all of it. */
  async recover(targetLsn?: string): Promise<void> {
    const [archive, data] = [join(this.folder, 'archive'), join(this.nextLife(), 'data')];
    await copyFiles(join(this.folder, 'base'), data);
    await writeFile(join(data, 'recovery.signal'), '');
    const target = targetLsn === undefined ? [] : [`recovery_target_lsn=${targetLsn}`, 'recovery_target_action=promote'];
    const settings = [...this.settings, `restore_command=cp ${archive}/%f %p`, ...target];
    await this.start({ settings, isNew: false, given: [data] });
  }

  /** Stops it gracefully: all its WAL is archived. */
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
    if (isAlive(pid)) process.kill(pid, signal);
    await eventually('the server ends', () => Promise.resolve(isAlive(pid) ? undefined : true), 60_000);
    this.hasEnded();
  }
}

/** The WAL contains files that vanish during the copy. */
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
