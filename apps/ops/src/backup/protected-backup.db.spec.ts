import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { backupKeys } from '../testing/backup-keys';
import { runWith, type Outcome } from '../testing/run-with';

jest.setTimeout(60_000);

const NO_MESSAGES = { clob: 0, gamma: 0 };
/** A secret text that must not appear in a backup, long enough for several chunks of the encryption. */
const SECRET_ROWS = `insert into clob.ledger_entries
  select 'secret-reference-' || n, 'credit', '0x1', n, 1 from generate_series(1, 20000) n`;

/** A lost backup discloses nothing; a backup that was forged or changed is not restored. */
describe('a protected backup', () => {
  let database: TestDatabase;
  let empty: TestDatabase;
  let folder: string;
  let keys: ReturnType<typeof backupKeys>;
  let backup: string;

  beforeAll(async () => {
    [database, empty] = [await createTestDatabase(), await createTestDatabase()];
    await database.pool.query(SECRET_ROWS);
    folder = mkdtempSync(join(tmpdir(), 'foretell-protected-'));
    keys = backupKeys(folder);
    backup = join(folder, 'sunday');
    const url = new URL(database.url);
    url.username = 'foretell_backup';
    expect(await run(['backup', backup], { DATABASE_URL: url.href, ...keys.making })).toMatchObject({
      exitCode: 0,
      complaints: [],
    });
  });
  afterAll(async () => {
    await Promise.all([database?.drop(), empty?.drop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (words: readonly string[], environment: NodeJS.ProcessEnv): Promise<Outcome> =>
    runWith(words, {}, { environment, held: NO_MESSAGES });
  const check = (of: string, environment: NodeJS.ProcessEnv = keys.restoring): Promise<Outcome> =>
    run(['restore', of, '--check'], environment);
  /** A copy of the backup for a test to change. */
  function copy(name: string): string {
    const to = join(folder, name);
    mkdirSync(to);
    for (const file of readdirSync(backup)) copyFileSync(join(backup, file), join(to, file));
    return to;
  }
  /** Recomputes the checksums of the current files, as an attacker without a key would. */
  function sumAgain(of: string): void {
    const files = readdirSync(of).filter((name) => !name.startsWith('SHA256SUMS'));
    const sum = (name: string): string =>
      createHash('sha256')
        .update(readFileSync(join(of, name)))
        .digest('hex');
    writeFileSync(join(of, 'SHA256SUMS'), files.map((name) => `${sum(name)}  ${name}\n`).join(''));
  }

  it('is made by the read-only role, and readable by no other user of the machine', () => {
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    const modes = readdirSync(backup).map((name) => statSync(join(backup, name)).mode & 0o777);
    expect(modes.length).toBeGreaterThan(20);
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  it('holds no row that can be read without the identity', async () => {
    const tables = readdirSync(backup).filter((name) => name.includes('.copy.'));
    expect(tables.filter((name) => !name.endsWith('.copy.gz.age'))).toEqual([]);
    for (const name of tables) expect(readFileSync(join(backup, name)).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    const other = join(folder, 'other.txt');
    writeFileSync(other, 'AGE-SECRET-KEY-1QQPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQKWXQSE\n');
    expect(await check(backup, { ...keys.restoring, BACKUP_IDENTITY_FILE: other })).not.toMatchObject({ exitCode: 0 });
  });

  it('has a signature that openssl verifies too', () => {
    const sums = ['-in', join(backup, 'SHA256SUMS'), '-sigfile', join(backup, 'SHA256SUMS.sig')];
    const key = keys.restoring['BACKUP_SIGNERS_FILE'] ?? '';
    const said = execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', ...sums], {
      encoding: 'utf8',
    });
    expect(said).toContain('Verified Successfully');
  });

  it('is refused when it is unsigned, signed by another key, or changed', async () => {
    const unsigned = copy('unsigned');
    rmSync(join(unsigned, 'SHA256SUMS.sig'));
    expect((await check(unsigned)).complaints.join()).toMatch(/is not signed: it has no SHA256SUMS.sig/);
    const stranger = mkdtempSync(join(folder, 'stranger-'));
    expect(
      (
        await check(backup, { ...keys.restoring, BACKUP_SIGNERS_FILE: backupKeys(stranger).restoring['BACKUP_SIGNERS_FILE'] })
      ).complaints.join(),
    ).toMatch(/is signed by none of BACKUP_SIGNERS_FILE/);
    const changed = copy('changed');
    writeFileSync(
      join(changed, 'manifest.json'),
      readFileSync(join(changed, 'manifest.json'), 'utf8').replace('"format": 2', '"format": 1'),
    );
    expect((await check(changed)).complaints.join()).toMatch(/manifest.json was changed/);
    sumAgain(changed);
    expect((await check(changed)).complaints.join()).toMatch(/was changed, or is signed by none of BACKUP_SIGNERS_FILE/);
  });

  it('is not accepted as an unprotected one', async () => {
    const outcome = await run(['restore', backup, '--unprotected', '--check'], {});
    expect(outcome.complaints.join()).toMatch(/is encrypted: give BACKUP_IDENTITY_FILE and BACKUP_SIGNERS_FILE/);
  });

  it('is restored completely', async () => {
    expect(await check(backup)).toMatchObject({ exitCode: 0, complaints: [] });
    expect(await run(['restore', backup], { DATABASE_URL: empty.url, ...keys.restoring })).toMatchObject({
      exitCode: 0,
      complaints: [],
    });
    const { rows } = await empty.pool.query('select count(*)::int as rows, max(reference) as last from clob.ledger_entries');
    expect(rows).toEqual([{ rows: 20_000, last: 'secret-reference-9999' }]);
  });

  it.each([
    [['backup', 'x'], {}, /BACKUP_RECIPIENTS .* and BACKUP_SIGNING_KEY_FILE must be set, or --unprotected/],
    [['restore', 'x'], {}, /BACKUP_SIGNERS_FILE and BACKUP_IDENTITY_FILE must be set, or --unprotected/],
    [['backup', 'x'], { BACKUP_RECIPIENTS: 'age1x', BACKUP_SIGNING_KEY_FILE: '/nowhere' }, /\/nowhere is not usable/],
  ])('is neither made nor read by %j without keys', async (words, environment, sentence) => {
    const outcome = await run(words, environment);
    expect(outcome.exitCode).toBe(2);
    expect(outcome.complaints.join()).toMatch(sentence);
  });
});
