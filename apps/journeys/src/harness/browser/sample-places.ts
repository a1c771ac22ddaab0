import type { World } from '../world';
import { fieldsOf } from '../reads';

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
  const [event] = await listOf(`${world.gamma.url}/events?limit=1`);
  const { data } = fieldsOf(await (await fetch(`${world.clob.url}/markets`)).json());
  const [market] = Array.isArray(data) ? data.map(fieldsOf) : [];
  if (event === undefined || market === undefined) throw new Error('the sample catalog has no event or no market');
  const conditionId = String(market['condition_id']);
  return {
    event: `/event/${String(event['slug'])}`,
    market: `/market/${conditionId}`,
    profile: `/profile/${NOBODY}`,
    conditionId,
  };
}

async function listOf(url: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const body: unknown = await (await fetch(url)).json();
  return Array.isArray(body) ? body.map(fieldsOf) : [];
}
