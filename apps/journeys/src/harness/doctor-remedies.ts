import { eventually } from './eventually';
import type { World } from './world';

const NAMED = /\\?"ops ((?:events|projections) [^"\\]+)\\?"/g;
/** Commands that publish run first: consumers then read again what the streams contain. */
const PUBLISHES = 'events replay';

/**
 * Follows docs/operate/restore.md after a recovery with the streams kept: runs the commands that `ops doctor` names, those that
 * publish first, until it names none. @returns the commands, in the order of their first run
 */
export async function followDoctor(world: World, limitMs: number): Promise<readonly string[]> {
  const ran = new Set<string>();
  const look = async (): Promise<boolean> => {
    const { exitCode, out } = await world.ops('doctor', '--json');
    const named = new Set([...out.matchAll(NAMED)].map(([, words = '']) => words));
    const publishing = [...named].filter((words) => words.startsWith(PUBLISHES));
    for (const words of publishing.length > 0 ? publishing : named) {
      ran.add(words);
      // The doctor names a command that failed again.
      await world.ops(...words.split(' '));
    }
    return exitCode === 0;
  };
  await eventually('the doctor names no more commands', look, limitMs);
  return [...ran];
}
