import { randomBytes } from 'node:crypto';
import { readWorldConfig } from './world.config';

/** A corner of the shared NATS server for one spec file. */
export interface TestNats {
  readonly url: string;
  /** Letters and digits only, so it fits a subject's token as well as a stream's or consumer's name. */
  readonly prefix: string;
}

/** A prefix that no other spec file has: put it before every subject and stream name. Refuses like createTestDatabase. */
export function testNats(): TestNats {
  return { url: readWorldConfig().natsUrl, prefix: `t${randomBytes(6).toString('hex')}` };
}
