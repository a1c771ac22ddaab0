import { RewardSampler } from '../rewards/reward-sampler';
import type { ClobWorld } from './clob-world';

/** Only the test samples from now on: a machine that takes more than a minute for it would have a sample more. */
export async function withoutSamplesOfItsOwn({ app }: ClobWorld): Promise<void> {
  await app.get(RewardSampler).beforeApplicationShutdown();
}
