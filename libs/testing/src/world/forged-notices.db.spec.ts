import { ChangeFeed, createPool } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from './test-database';

const POLL_MILLIS = 10;
const WAIT_MILLIS = 10_000;

/** Any role of a database may send a notice on any channel: it must not stop a listener. */
describe('a notice forged by another role', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  it('does not stop the listener, which receives later ones', async () => {
    const heard: string[] = [];
    const complaints: unknown[] = [];
    const feed = new ChangeFeed({
      url: database.url,
      applicationName: 'forged',
      channel: 'clob_access',
      onLost: () => undefined,
      onUnreadable: (cause) => complaints.push(cause),
    });
    feed.listen('wallet_links', {
      reload: () => Promise.resolve(),
      changed: (key) => {
        if (key === 'nonsense') throw new RangeError('nonsense is not an address');
        heard.push(key);
      },
    });
    feed.start();
    const url = new URL(database.url);
    url.username = 'foretell_data';
    const stranger = createPool({ url: url.href, poolMax: 1, applicationName: 'stranger' }, () => undefined);
    try {
      while (!feed.isCurrent()) await new Promise((resolve) => setTimeout(resolve, POLL_MILLIS));
      for (const payload of ['wallet_links nonsense', 'unknown x', '', 'wallet_links 0x1'])
        await stranger.query(`select pg_notify('clob_access', $1)`, [payload]);
      const end = performance.now() + WAIT_MILLIS;
      while (heard.length === 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, POLL_MILLIS));
      expect(heard).toEqual(['0x1']);
      expect(complaints.map(String)).toEqual(['RangeError: nonsense is not an address']);
      expect(feed.isCurrent()).toBe(true);
    } finally {
      await stranger.end();
      await feed.stop();
    }
  });
});
