import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../repository';
import type { AnotherAttacker, Attacker, Flooded, FloodTask, FloodWord } from './hostile-flood';

/** The built file: a separate process has no jest transform. */
const PROCESS = join(ROOT, 'apps', 'journeys', 'dist', 'harness', 'fuzz', 'hostile-process.js');

interface FloodPorts {
  /** Called when a tenth of the requests is sent. */
  warm(): void;
  /** Creates a replacement for an attacker whose key is revoked; null when too many were created recently. */
  attacker(): Promise<Attacker | null>;
}

/** Sends the task's requests from a separate process, which uses the CPU time that the services leave. */
export async function flood(task: FloodTask, ports: FloodPorts): Promise<Flooded> {
  const child = fork(PROCESS, { execArgv: [] });
  const exited = once(child, 'exit');
  try {
    const ended = new Promise<Flooded>((resolve, reject) => {
      child.on('message', (word: FloodWord) => {
        if (word.type === 'warm') ports.warm();
        else if (word.type === 'attackerWanted')
          ports.attacker().then((attacker) => child.send({ attacker } satisfies AnotherAttacker), reject);
        else if (word.type === 'ended') resolve(word.flooded);
        else reject(new Error(word.fault));
      });
      exited.then(() => reject(new Error('the process that sends the flood ended without a report')), reject);
    });
    child.send(task);
    return await ended;
  } finally {
    child.kill();
    await exited;
  }
}
