import { RewardSampler } from '../rewards/reward-sampler';
import type { ClobWorld } from './clob-world';

/** Stops the minute timer, so that only the test samples. */
export async function withoutSamplesOfItsOwn({ app }: ClobWorld): Promise<void> {
  await app.get(RewardSampler).beforeApplicationShutdown();
}
