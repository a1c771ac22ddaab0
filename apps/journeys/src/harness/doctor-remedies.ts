import { eventually } from './eventually';
import type { World } from './world';

const NAMED = /\\?"ops ((?:facts|projections) [^"\\]+)\\?"/g;
/** What publishes comes first: readers read again what the streams hold then. */
const PUBLISHES = 'facts replay';

/**
 * Does as docs/operations.md says after a recovery with the streams kept: runs the commands that `ops doctor` names, those that
 * publish first, until it names none. @returns the commands, in the order in which they were run first
 */
export async function followDoctor(world: World, limitMs: number): Promise<readonly string[]> {
  const ran = new Set<string>();
  const look = async (): Promise<true | undefined> => {
    const { exitCode, out } = await world.ops('doctor', '--json');
    const named = new Set([...out.matchAll(NAMED)].map(([, words = '']) => words));
    const publishing = [...named].filter((words) => words.startsWith(PUBLISHES));
    for (const words of publishing.length > 0 ? publishing : named) {
      ran.add(words);
      // One that cannot be carried out yet is named again.
      await world.ops(...words.split(' '));
    }
    return exitCode === 0 ? true : undefined;
  };
  await eventually('the doctor names nothing more to do', look, limitMs);
  return [...ran];
}
