import { Random } from './random';
import type { World } from './world';

/** Share of seeds in which the record goes back. */
const SHARE = 1 / 8;
const BETWEEN_MILLIS = [2_000, 13_000] as const;
const LOST_MAX = 30;
const LOOK_MILLIS = 1_000;

/**
 * In some seeds the record goes back once: it is recovered to an earlier time, or a standby that is behind is promoted. Streams
 * and consumers stay. Then an operator does what the doctor says. It has its own random numbers, so that other seeds do not
 * change.
 */
export class Recovery {
  private readonly random: Random;

  /** @param always whether the record goes back in every seed */
  constructor(
    private readonly world: World,
    seed: number,
    always: boolean,
  ) {
    this.random = new Random(seed ^ 0x9e77);
    if (this.random.chance(SHARE) || always) world.scheduler.after(this.random.between(...BETWEEN_MILLIS), () => this.happen());
  }

  private happen(): void {
    const { world, random } = this;
    const { recordNetwork, scheduler, reference } = world;
    const commits = Math.min(reference.commitNumber, random.chance(0.1) ? Infinity : random.below(LOST_MAX + 1));
    recordNetwork.isUp = false;
    recordNetwork.replaceServer();
    world.lease.loseSession();
    world.goBack(commits, random.below(3));
    // The runbook stops the service first; the promotion of a standby does not.
    if (random.chance(0.5)) for (const replica of world.replicas) replica.kill('stopped for the recovery');
    scheduler.after(random.between(50, 4_000), () => {
      recordNetwork.isUp = true;
    });
    scheduler.after(random.between(500, 6_000), () => this.look());
  }

  /** The operator repeats the commands that the doctor names, because a command may fail. */
  private look(): void {
    const { world, random } = this;
    const failed = (cause: unknown): void => world.note(`the operator's command failed: ${String(cause)}`);
    for (const [run, replica] of world.served())
      if (replica.isWriting && replica.isRefusing) {
        const isNewLineage = random.chance(0.25);
        world.note(`the operator replays the stream${isNewLineage ? ' as another lineage' : ''}`);
        const replay = async (): Promise<void> => {
          await replica.replay(isNewLineage);
          world.callerAnswers.note('replayed');
        };
        world.scheduler.plan(0, run, () => void replay().catch(failed));
      }
    for (const [run, reader] of world.readers) {
      if (!run.isAlive || !world.bus.connections.isConnected(run)) continue;
      const rereadRefused = async (): Promise<void> => {
        if ((await reader.progress()).refusal === null) return;
        world.note(`the operator has ${run.name} read again`);
        await reader.reread();
        world.callerAnswers.note('read again');
      };
      world.scheduler.plan(0, run, () => void rereadRefused().catch(failed));
    }
    world.scheduler.after(LOOK_MILLIS, () => this.look());
  }
}
