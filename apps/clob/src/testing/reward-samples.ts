import { RewardSampler } from '../rewards/reward-sampler';
import type { ClobProcess, ClobWorld } from './clob-world';

/** Stops the minute timer, so that only the test samples. */
export async function withoutSamplesOfItsOwn({ app }: Pick<ClobProcess, 'app'>): Promise<void> {
  await app.get(RewardSampler).beforeApplicationShutdown();
}

/** Lets so many minutes pass, with a sample of each. */
export async function sampleMinutes(world: ClobWorld, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await world.pass(60);
    await world.app.get(RewardSampler).sample();
  }
}
