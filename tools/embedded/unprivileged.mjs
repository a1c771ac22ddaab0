/** PostgreSQL refuses to run as root, so root starts it as "nobody", who needs access to its binaries and its data. */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const NOBODY = 65534;

const isRoot = process.getuid?.() === 0;

/**
 * Spawn options of a server that must not be root. The working folder is `/`, because the caller's may be closed to that user.
 */
export function serverIdentity() {
  return isRoot ? { uid: NOBODY, gid: NOBODY, cwd: '/' } : { cwd: process.platform === 'win32' ? undefined : '/' };
}

/** Whether every user can enter every folder from the root to `path`. */
function isReachableByAll(path) {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Makes the server's user the owner of a folder and its contents. */
export function giveToServer(folder) {
  if (!isRoot) return;
  chownSync(folder, NOBODY, NOBODY);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) giveToServer(path);
    else if (!lstatSync(path).isSymbolicLink()) chownSync(path, NOBODY, NOBODY);
  }
}

/** `native` itself, or if root's checkout is closed to others (0700), a copy in the temporary folder, made once per version. */
export function reachableCopy(native, version) {
  if (!isRoot || isReachableByAll(native)) return native;
  const copy = join(tmpdir(), `foretell-postgres-${version}-${shortHash(native)}`);
  if (existsSync(copy) && lstatSync(copy).uid === 0) return copy;
  const partial = `${copy}.${process.pid}`;
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  chmodSync(partial, 0o755);
  rmSync(copy, { recursive: true, force: true });
  renameSync(partial, copy);
  return copy;
}

/** `folder` itself, or if it is closed to the server's user, a corresponding folder under /var/lib. */
export function reachableFolder(folder) {
  mkdirSync(folder, { recursive: true });
  if (!isRoot) return folder;
  chmodSync(folder, 0o755);
  if (isReachableByAll(folder)) return folder;
  const unprivilegedFolder = join('/var/lib/foretell', shortHash(folder));
  mkdirSync(unprivilegedFolder, { recursive: true, mode: 0o755 });
  return unprivilegedFolder;
}

function shortHash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
