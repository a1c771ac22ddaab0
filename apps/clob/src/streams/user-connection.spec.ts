import { StreamTurns } from '@foretell/platform-server';
import { address } from '@foretell/signing';
import { StreamSockets, until } from '../testing/stream-sockets';
import { frameOf } from './frame';
import { STREAM_BOUNDS, type StreamBounds } from './stream-bounds';
import { UserConnection, type UserSteps } from './user-connection';

const OWNER = address(`0x${'a1'.repeat(20)}`);
const KEY = {
  apiKey: 'a',
  address: OWNER,
  nonce: '0',
  kind: 'trading',
  masterVersion: 1,
  permission: 'trade',
  parent: null,
  networks: '',
  expiresAt: null,
  createdAt: 0,
  revokedAt: null,
} as const;
/** More than kernels buffer for an unread connection. */
const STEPS = 20_000;
const AT_ONCE = 64;
const LINEAGE = '0'.repeat(16);

/** A user with many steps of half a kilobyte; those up to `floor` are dropped. */
function manySteps(): UserSteps & { floor: number; readonly asked: number[]; isFollowed: boolean } {
  const asked: number[] = [];
  return {
    floor: 0,
    asked,
    isFollowed: false,
    lineage: LINEAGE,
    lastOf: () => STEPS,
    follow() {
      this.isFollowed = true;
    },
    unfollow: () => undefined,
    missed(_owner, _reader, after) {
      if (after < this.floor) return null;
      asked.push(after);
      const to = Math.min(STEPS, after + AT_ONCE);
      const frames = Array.from({ length: to - after }, (_, at) =>
        frameOf({ sequence: after + at + 1, filler: 'x'.repeat(500) }),
      );
      return { frames, to: frames.length === 0 ? null : to };
    },
  };
}

describe('a connection to /ws/user that resumes', () => {
  let sockets: StreamSockets;

  beforeEach(async () => {
    sockets = await StreamSockets.open();
  });
  afterEach(() => sockets.close());

  const site = (bounds: StreamBounds) => {
    const connect = sockets.site(bounds, new StreamTurns(bounds, () => false));
    return async (from: string) => {
      const { there, here, shared, ...rest } = await connect(from);
      const steps = manySteps();
      new UserConnection(here, steps, bounds, { prove: () => Promise.resolve(KEY), enter: () => true }, shared);
      const heard: { sequence: number; event_type?: string }[] = [];
      there.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString('utf8')) as (typeof heard)[number]));
      there.send(JSON.stringify({ auth: { apiKey: 'a', secret: 'b', passphrase: 'c' }, since: 0, lineage: LINEAGE }));
      return { there, steps, heard, ...rest };
    };
  };
  const UNBOUNDED = { ...STREAM_BOUNDS, addressBytesPerSecond: 2 ** 40, bytesPerSecond: 2 ** 40 };

  it('has one part in flight: a reader that reads nothing makes no more wait, and gets everything once it reads', async () => {
    const connected = site(UNBOUNDED);
    const slow = await connected('a');
    slow.there.pause();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, slow.waiting())), 1);
    const other = await connected('b');
    await until(() => other.heard.at(-1)?.event_type === 'resumed');
    clearInterval(watch);
    expect(most).toBeLessThan(2 * AT_ONCE * 600);
    expect(slow.steps.isFollowed).toBe(false);
    slow.there.resume();
    await until(() => slow.steps.isFollowed && slow.heard.length === STEPS + 1);
    expect(slow.heard.slice(0, -1).every(({ sequence }, at) => sequence === at + 1)).toBe(true);
    expect([slow.cuts, other.cuts]).toEqual([[], []]);
  });

  it('waits when its address has used up its budget, and another address does not', async () => {
    const connected = site({ ...STREAM_BOUNDS, addressBytesPerSecond: 200_000 });
    const [first, second] = [await connected('a'), await connected('a')];
    const other = await connected('b');
    await until(() => other.heard.length > 1_000);
    const bytes = (first.heard.length + second.heard.length) * 500;
    expect(bytes).toBeLessThan(2_100_000);
    sockets.now += 600_000;
    await until(() => (first.heard.length + second.heard.length) * 500 > bytes);
  });

  it('requires a snapshot when the rest is dropped meanwhile, and then follows', async () => {
    const connected = site({ ...STREAM_BOUNDS, addressBytesPerSecond: 20_000 });
    const { steps, heard } = await connected('a');
    await until(() => steps.asked.length > 1 && heard.length > AT_ONCE);
    steps.floor = STEPS;
    sockets.now += 600_000;
    await until(() => steps.isFollowed);
    await until(() => heard.at(-1)?.event_type !== undefined);
    expect(heard.at(-1)).toEqual({ event_type: 'snapshot_required', sequence: STEPS, lineage: LINEAGE });
  });
});
