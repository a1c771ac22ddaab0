import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { surroundings } from './process.config';
import { ROOT, type App, type Program } from './repository';

const run = promisify(execFile);

const OWN_SCOPE = '@foretell';
const APPS: readonly App[] = ['clob', 'gamma', 'data', 'ops'];
const BASELINE = 'prisma/migrations/20261124000000_baseline/migration.sql';
const BUILD_MS = 900_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** An earlier commit of this repository, built in its own folder with the packages installed here. */
export class EarlierRelease {
  private constructor(
    readonly commit: string,
    private readonly folder: string,
  ) {}

  /**
   * Takes minutes. The default is the last tag of a release, or the last commit if there is no tag.
   * Throws a sentence when this checkout's history lacks the commit, or the commit is from before the baseline.
   */
  static async build(asked: string | null): Promise<EarlierRelease> {
    const commit = asked ?? (await lastTag()) ?? 'HEAD';
    await requireHistory(commit);
    await requireBaseline(commit);
    const release = new EarlierRelease(commit, await mkdtemp(join(tmpdir(), 'foretell-earlier-')));
    try {
      await release.unpack();
      await release.linkPackages();
      await release.buildApps();
    } catch (error) {
      await release.remove();
      throw error;
    }
    return release;
  }

  program(app: App): Program {
    return { main: join(this.folder, 'apps', app, 'dist', 'main.js') };
  }

  get migrations(): string {
    return join(this.folder, 'tools', 'migrate.mjs');
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async unpack(): Promise<void> {
    const tar = join(this.folder, 'tree.tar');
    await run('git', ['-C', ROOT, 'archive', '--output', tar, this.commit]);
    await run('tar', ['-xf', tar, '-C', this.folder]);
    await rm(tar);
  }

  /** Third-party packages are those of this checkout; our own are the earlier commit's. */
  private async linkPackages(): Promise<void> {
    const [from, to] = [join(ROOT, 'node_modules'), join(this.folder, 'node_modules')];
    await mkdir(join(to, OWN_SCOPE), { recursive: true });
    for (const name of await readdir(from)) if (name !== OWN_SCOPE) await symlink(join(from, name), join(to, name));
    for (const name of await readdir(join(from, OWN_SCOPE))) {
      await symlink(await readlink(join(from, OWN_SCOPE, name)), join(to, OWN_SCOPE, name));
    }
  }

  private async buildApps(): Promise<void> {
    await this.tool('prisma/build/index.js', ['generate']);
    await this.tool('typescript/bin/tsc', ['-b', ...APPS.map((app) => `apps/${app}/tsconfig.build.json`)]);
  }

  private async tool(path: string, words: readonly string[]): Promise<void> {
    const options = { cwd: this.folder, env: { ...surroundings() }, timeout: BUILD_MS, maxBuffer: OUTPUT_BYTES_MAX };
    try {
      await run(process.execPath, [join(this.folder, 'node_modules', path), ...words], options);
    } catch (error) {
      const output = typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout).slice(-4_000) : '';
      throw new Error(`${this.commit} does not build with the packages that are installed here: ${output}`, { cause: error });
    }
  }
}

async function requireHistory(commit: string): Promise<void> {
  try {
    await run('git', ['-C', ROOT, 'cat-file', '-e', `${commit}^{commit}`]);
  } catch (cause) {
    throw new Error(
      `the history of this checkout does not contain the earlier release ${commit}: fetch the complete history (git fetch --unshallow), ` +
        'or set UPGRADE_FROM to a commit that it contains',
      { cause },
    );
  }
}

/** The newest release tag among this commit's ancestors; null while nothing is released. */
async function lastTag(): Promise<string | null> {
  const { stdout } = await run('git', ['-C', ROOT, 'tag', '--list', 'v[0-9]*', '--merged', 'HEAD', '--sort=-version:refname']);
  return stdout.split('\n')[0] || null;
}

async function requireBaseline(commit: string): Promise<void> {
  try {
    await run('git', ['-C', ROOT, 'cat-file', '-e', `${commit}:${BASELINE}`]);
  } catch (cause) {
    throw new Error(`${commit} is from before the baseline of 0.1.0, and nothing upgrades from there`, { cause });
  }
}
