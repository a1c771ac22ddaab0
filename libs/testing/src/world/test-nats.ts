import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { readWorldConfig } from './world.config';

interface StreamMaker {
  makeStreamsOf(environment: Readonly<Record<string, string>>): Promise<readonly string[]>;
}

const maker = createRequire(__filename)('../../../../tools/migrate/streams.cjs') as StreamMaker;

/** A namespace on the shared NATS server for one spec file. */
export interface TestNats {
  readonly url: string;
  /** Letters and digits only, so it fits a subject's token as well as a stream's or consumer's name. */
  readonly prefix: string;
}

/** A prefix unique to this spec file: put it before every subject and stream name. Throws like createTestDatabase. */
export function testNats(): TestNats {
  return { url: readWorldConfig().natsUrl, prefix: `t${randomBytes(6).toString('hex')}` };
}

/** Creates the streams of a namespace, as `migrate` does: no service creates them. */
export async function makeTestStreams({ url, prefix, replicas = 1 }: TestNats & { readonly replicas?: number }): Promise<void> {
  await maker.makeStreamsOf({ NATS_URL: url, NATS_PREFIX: prefix, NATS_REPLICAS: String(replicas) });
}
