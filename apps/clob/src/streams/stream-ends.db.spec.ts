import { createClobService } from '../service';
import { BlackHole } from '../testing/black-hole';
import { ClobWorld } from '../testing/clob-world';
import { StreamReader } from '../testing/stream-reader';
import { STREAM_BOUNDS } from './stream-bounds';

describe('streams that are ended or refused', () => {
  let world: ClobWorld;
  const readers: StreamReader[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.close()));
  });
  afterAll(async () => {
    await world?.close();
  });

  const follow = async (url: string, first?: object, from?: string): Promise<StreamReader> => {
    const reader = await StreamReader.open(url, 'market', first, from);
    readers.push(reader);
    return reader;
  };

  it('one address that has the maximum, until it ends one', async () => {
    await Promise.all(Array.from({ length: STREAM_BOUNDS.addressConnections }, () => follow(world.url)));
    await expect(follow(world.url)).rejects.toThrow('429');
    await readers.pop()?.close();
    await world.until('there is room again', () => follow(world.url).then(Boolean, () => false));
    await expect(follow(world.url)).rejects.toThrow('429');
  });

  it('an address that has the most when all connections are taken, in favour of one that has fewer', async () => {
    const bound = jest.replaceProperty(STREAM_BOUNDS, 'connections', 3);
    const standby = await createClobService(world.config, { logStream: { write: () => undefined } });
    bound.restore();
    try {
      await standby.listen(0, '127.0.0.1');
      const url = await standby.getUrl();
      await world.until('it takes connections', () => follow(url).then(Boolean, () => false));
      const [first] = readers;
      const [second, newest] = [await follow(url), await follow(url)];
      const honest = await follow(url, undefined, '127.0.0.2');
      await newest.until('the end', ({ closed }) => closed !== null);
      expect(newest.closed).toEqual({ code: 1013, reason: 'others have fewer connections' });
      const more = await follow(url);
      await more.until('the end', ({ closed }) => closed !== null);
      expect(more.closed).toEqual({ code: 1013, reason: 'all connections are taken' });
      expect([first?.closed, second.closed, honest.closed]).toEqual([null, null, null]);
    } finally {
      await Promise.all(readers.splice(0).map((reader) => reader.close()));
      await standby.close();
    }
  });

  it('a process that no longer follows the record: its readers move to another one', async () => {
    const { yes } = await world.list();
    const hole = await BlackHole.before(world.database.url);
    let lateMillis = 0;
    const config = { ...world.config, databaseUrl: hole.url };
    const seams = { clock: () => world.now + lateMillis, logStream: { write: () => undefined } };
    const standby = await createClobService(config, seams);
    try {
      await standby.listen(0, '127.0.0.1');
      const url = await standby.getUrl();
      await world.until('it has the market', async () => (await fetch(`${url}/book?token_id=${yes}`)).ok);
      const [here, there] = [await follow(world.url, { assets_ids: [yes] }), await follow(url, { assets_ids: [yes] })];
      for (const reader of [here, there]) await reader.until('a book', (each) => each.of('book').length === 1);
      hole.swallow();
      // The age of what it shows advances in real time; how long its readers tolerate it, in the test's time.
      await there.until('the end', ({ closed }) => {
        lateMillis += STREAM_BOUNDS.staleMillis / 10;
        return closed !== null;
      });
      expect(there.closed).toEqual({ code: 1013, reason: 'this process is not current' });
      await expect(follow(url)).rejects.toThrow('503');
      expect(here.closed).toBeNull();
    } finally {
      hole.close();
      await standby.close();
    }
  });
});
