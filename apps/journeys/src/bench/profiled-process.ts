import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Session } from 'node:inspector';
import { profileFolder } from './profile.config';

/**
 * Loaded by a process before its program (`node --require`). The first SIGWINCH, which nothing else uses here, starts a CPU
 * profile. The second writes it to the folder PROFILE_INTO; its name contains the program and its process id.
 */
const session = new Session();
session.connect();
session.post('Profiler.enable');
let isProfiling = false;

process.on('SIGWINCH', () => {
  if (isProfiling) session.post('Profiler.stop', (_failure, stopped) => write(stopped?.profile));
  else session.post('Profiler.start');
  isProfiling = !isProfiling;
});

function write(profile: unknown): void {
  const app = basename(dirname(dirname(process.argv[1] ?? '')));
  writeFileSync(join(profileFolder(), `${app}-${process.pid}.cpuprofile`), JSON.stringify(profile));
}
