import type { World } from './world';

/** Asserts that the doctor finds every invariant intact. */
export async function expectSound(world: World): Promise<void> {
  const { exitCode, out } = await world.ops('doctor');
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: expect.stringContaining('checks hold') as unknown });
}
