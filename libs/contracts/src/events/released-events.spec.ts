import { createHash } from 'node:crypto';
import { decodeMessage } from './codec';
import { EVENT_BYTES, EVENT_EXAMPLES } from './event-examples';
import type { EventType } from './event';
import { subjectOf } from './event-subject';

/** A type that this release reads but does not publish yet, because the previous release cannot read it. */
const UNPUBLISHED = 'unpublished';

/**
 * The types that the previous release reads, each with the SHA-256 of its golden bytes. A new type enters as UNPUBLISHED; one
 * release later it gets its digest and may be published. A digest never changes, and no type is ever removed: journals contain
 * them permanently. Source: docs/decisions/versions.md.
 */
const RELEASED: { readonly [T in EventType]: string } = {
  'order.accepted.v1': '2cd632ec6a710198268bd86ea6cd6e0093bfbdd22ab00066ed69ff9837db2884',
  'order.closed.v1': '0c47983cd848287535944b5627833a594eb4c8a16af30fed0cc19939010e34e7',
  'trade.matched.v1': '5a5c4866d9b9e71a8846f2c4b03cf8f65b5c03df1df524aad9e425dcbd76082d',
  'position.split.v1': 'f0645d38b71f955b22f5f4cb18f66e097fc14c3fad5f53dda2b526b1f0adfad2',
  'position.merged.v1': '2a0b43de09117e4f2e0b79e0d29e164d4eb21b0040ae1ab95af2a5b35eca6b76',
  'position.redeemed.v1': 'f04997f00d9147dc087b67bd5d9a03b496cacb9059e94e45e5dd082c0b4a45ff',
  'funds.credited.v1': '0d6b89856c78020cc602a10170f05905a74d5612d28c0c29db4d985b33c29bc6',
  'funds.debited.v1': '2e9c09cd4b6ebc66faebf8bbcc17e1d323703005a21a2042994ccd06b715b466',
  'market.changed.v1': '4749adab044c16e4da2f9ef4a02c0b73463e1b0a49c3b09d6edfce5336c5ee37',
  'market.quoted.v1': 'db1899defcfbbf2a6aa0f2a909556dfc494d0f0e576ce024269ad3c798e3bf67',
  'market.measured.v1': 'db49ff5abb4d4f99ae97ba7dbb00caa15b00d77d8063661341c46f27f090b79a',
  'catalog.market.v2': '08d1a62706709f22b4f3bf6aee1c12ac376b9ad9889d2e838bf420aeb3c15fae',
};

const events = Object.values(EVENT_EXAMPLES).map((event) => ({ event, type: event.type, bytes: EVENT_BYTES[event.type] }));
const messageOf = (type: string, json: string): Buffer =>
  Buffer.from(`{"source":"${type.startsWith('catalog.') ? 'gamma' : 'clob'}","firstSequence":7,"facts":[${json}]}`);

describe('an event type that was ever published', () => {
  it.each(events.map(({ type, bytes }) => [type, bytes] as const))(
    '%s has the bytes that it was released with',
    (type, bytes) => {
      if (RELEASED[type] !== UNPUBLISHED) expect(createHash('sha256').update(bytes).digest('hex')).toBe(RELEASED[type]);
    },
  );

  it.each(events.map(({ type, event, bytes }) => [type, event, bytes] as const))(
    '%s is read with a field of a later release, which does not change the event',
    (type, event, bytes) => {
      const later = bytes.replace(/}$/, ',"addedLater":{"by":["a","later"],"release":1}}');
      const [read] = decodeMessage(messageOf(type, later)).facts;
      expect(read).toMatchObject(event);
      expect(read === undefined ? '' : subjectOf(read)).toBe(subjectOf(event));
    },
  );
});
