import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { surroundings } from './process.config';
import { ROOT, SAMPLE_CATALOG, type Program } from './repository';

const execute = promisify(execFile);
const NOBODY = 65_534;

/** The images that deploy/images/Dockerfile builds. */
export const IMAGES = ['clob', 'gamma', 'data', 'ops', 'maker', 'console', 'migrate'] as const;
export type Image = (typeof IMAGES)[number];

export const NATS_ACCOUNTS = join(ROOT, 'deploy', 'k8s', 'base', 'stores', 'accounts.conf');
/** The users of deploy/k8s/base/stores/accounts.conf. Each password begins like a number. */
export const NATS_PASSWORDS = Object.fromEntries(
  ['clob', 'gamma', 'data', 'ops', 'migrate', 'sys'].map((user) => [user, `5e${randomBytes(12).toString('hex')}`]),
);

/** The variables with which a program signs in as one of these users. */
export function natsIdentity(user: string): Record<string, string> {
  return { NATS_USER: user, NATS_PASSWORD: NATS_PASSWORDS[user] ?? '', NATS_JS_API: 'foretell.js' };
}

/** The variables that deploy/k8s/base/stores/accounts.conf reads, quoted as a site quotes them. */
export function natsVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(NATS_PASSWORDS).map(([user, password]) => [`NATS_${user.toUpperCase()}_PASSWORD`, JSON.stringify(password)]),
  );
}

/**
 * The contents of the images in the images' layout: read-only folders, run by a user without files, home or temporary folder.
 * Only root can switch to that user; anybody else runs them as themselves.
 */
export class ImageFolders {
  private constructor(readonly folder: string) {}

  static async create(): Promise<ImageFolders> {
    const folder = await mkdtemp(join(tmpdir(), 'foretell-images-'));
    await chmod(folder, 0o755);
    for (const image of IMAGES) await cp(join(ROOT, 'dist', image), join(folder, image), { recursive: true });
    await cp(SAMPLE_CATALOG, join(folder, 'catalog.json'));
    await execute('chmod', ['-R', 'a+rX,a-w', folder]);
    return new ImageFolders(folder);
  }

  get sampleCatalog(): string {
    return join(this.folder, 'catalog.json');
  }

  program(image: Image, file = 'main.js'): Program {
    const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    return { main: join(this.folder, image, file), ...identity };
  }

  /** A container's environment without its settings. */
  environment(): Readonly<Record<string, string>> {
    return { PATH: surroundings().PATH, HOME: '/nonexistent', TMPDIR: '/nonexistent', NODE_ENV: 'production' };
  }

  async remove(): Promise<void> {
    await execute('chmod', ['-R', 'u+w', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }
}
