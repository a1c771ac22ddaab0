import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** An established connection in /proc/net/tcp: the remote port, and the inode that a process's descriptors refer to. */
const ESTABLISHED = /^\s*\d+: \S+ [0-9A-F]{8}:([0-9A-F]{4}) 01 (?:\S+\s+){5}(\d+)/;

/** The remote ports to which a process is connected, from the kernel (Linux). */
export function portsConnectedBy(pid: number): ReadonlySet<number> {
  const inodes = new Set(readdirSync(`/proc/${pid}/fd`).map((name) => socketOf(join(`/proc/${pid}/fd`, name))));
  const ports = new Set<number>();
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const [, port = '', inode = ''] = ESTABLISHED.exec(line) ?? [];
    if (inode !== '' && inodes.has(inode)) ports.add(Number.parseInt(port, 16));
  }
  return ports;
}

function socketOf(path: string): string {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.[1] ?? '';
  } catch {
    return '';
  }
}
