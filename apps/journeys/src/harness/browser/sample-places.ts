import { listOf, openMarket } from '../reads';
import type { World } from '../world';

/** Addresses of console pages that are not empty with the sample catalog. */
export interface SamplePlaces {
  readonly event: string;
  readonly market: string;
  readonly profile: string;
  readonly conditionId: string;
}

/** An address that no service has data of. */
const NOBODY = `0x${'1'.repeat(40)}`;

export async function addressOfSample(world: World): Promise<SamplePlaces> {
  const { conditionId } = await openMarket(world);
  const [event] = listOf(await (await fetch(`${world.gamma.url}/events?limit=1`)).json());
  if (event === undefined) throw new Error('the sample catalog has no event');
  return {
    event: `/event/${String(event['slug'])}`,
    market: `/market/${conditionId}`,
    profile: `/profile/${NOBODY}`,
    conditionId,
  };
}
