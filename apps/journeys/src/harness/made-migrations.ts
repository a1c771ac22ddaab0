import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './repository';

const TABLES = ['"clob"."orders"', '"data"."positions"'];
const SETTINGS = `SET lock_timeout = '1s';`;
/** Made for the upgrade: the two halves of a change in a later release. */
const HALVES = {
  expand: TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN "made_for_upgrade" BIGINT NOT NULL DEFAULT 0;`),
  contract: TABLES.map(
    (table) => `-- Contract: nothing reads it since the release before.
-- squawk-ignore ban-drop-column
ALTER TABLE ${table} DROP COLUMN "made_for_upgrade";`,
  ),
};
const NAMES = { expand: '99990101000000_expand', contract: '99990102000000_contract' };

/** The migrations of this checkout and some of a later release, in a separate folder. */
export class MadeMigrations {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<MadeMigrations> {
    const folder = await mkdtemp(join(tmpdir(), 'foretell-made-migrations-'));
    for (const part of ['tools/migrate', 'tools/migrate.mjs', 'prisma', 'deploy/sql'])
      await cp(join(ROOT, part), join(folder, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return new MadeMigrations(folder);
  }

  /** Adds a half. @returns the program that applies what is not applied yet */
  async with(half: keyof typeof HALVES): Promise<string> {
    const migration = join(this.folder, 'prisma', 'migrations', NAMES[half]);
    await mkdir(migration, { recursive: true });
    await writeFile(join(migration, 'migration.sql'), [SETTINGS, ...HALVES[half], ''].join('\n'));
    return join(this.folder, 'tools', 'migrate.mjs');
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
