import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './repository';

/** Shared with the tools, so that tests and tools never choose the same port. */
const ports = createRequire(__filename)(join(ROOT, 'tools', 'embedded', 'free-port.cjs')) as { freePort(): Promise<number> };

/** A port of 127.0.0.1 for a server that may restart: reserved while this process runs. */
export function freePort(): Promise<number> {
  return ports.freePort();
}
