import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../repository';
import type { AnotherAttacker, Attacker, Flooded, FloodTask, FloodWord } from './hostile-flood';

/** As it was built: a process knows nothing of jest's transform. */
const PROCESS = join(ROOT, 'apps', 'journeys', 'dist', 'harness', 'fuzz', 'hostile-process.js');

interface FloodPorts {
  /** A tenth of the requests is sent. */
  warm(): void;
  /** In the place of one whose key is gone; null when there were too many of late. */
  attacker(): Promise<Attacker | null>;
}

/** Sends what the task says from a process of its own, which takes what processor time the surfaces leave. */
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
      exited.then(() => reject(new Error('whoever sends the flood ended without a word')), reject);
    });
    child.send(task);
    return await ended;
  } finally {
    child.kill();
    await exited;
  }
}
