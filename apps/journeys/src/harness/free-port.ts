import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './repository';

/** The tools' own, so that those who ask there and those who ask here do not meet. */
const ports = createRequire(__filename)(join(ROOT, 'tools', 'embedded', 'free-port.cjs')) as { freePort(): Promise<number> };

/** A port of 127.0.0.1 for a server that may end and come back: nobody else is given it as long as this process lives. */
export function freePort(): Promise<number> {
  return ports.freePort();
}
