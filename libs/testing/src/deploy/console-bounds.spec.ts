import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../source-files';

const moduleOf = (name: string): string => JSON.stringify(pathToFileURL(join(ROOT, 'tools', 'console', name)).href);

/** What a program that uses the console's modules writes, as JSON. */
function printed(program: string): unknown {
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
}

describe('the connections of one address to the console', () => {
  const CROWD = `
    import { connect } from 'node:net';
    const { createConsoleServer } = await import(${moduleOf('server.mjs')});
    const shares = { of: () => Promise.resolve(undefined) };
    const server = createConsoleServer(new Map(), { site: {}, pictures: [], shares });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address();
    const open = (localAddress) => connect({ port, host: '127.0.0.1', localAddress });
    const opened = async (from) => {
      const socket = open(from);
      await new Promise((done) => socket.once('connect', done));
      return socket;
    };
    const statusOf = async (from) => {
      const socket = open(from);
      socket.on('error', () => undefined);
      socket.write('GET /healthz HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n');
      let text = '';
      for await (const part of socket) text += part;
      return text.split(' ')[1];
    };
    const accepted = async (count) => {
      while (count !== (await new Promise((done) => server.getConnections((_failure, number) => done(number)))))
        await new Promise((done) => setTimeout(done, 5));
    };
    const held = await Promise.all(Array.from({ length: 1000 }, () => opened('127.0.0.1')));
    await accepted(1000);
    const [crowd, other] = [await statusOf('127.0.0.1'), await statusOf('127.0.0.2')];
    held[0].destroy();
    await accepted(999);
    process.stdout.write(JSON.stringify([crowd, other, await statusOf('127.0.0.1')]));
    process.exit(0);`;

  it('are a thousand at a time: one more is refused, others are served, and one that ended makes room', () => {
    expect(printed(CROWD)).toEqual(['429', '200', '200']);
  });

  it('count by the address of IPv4 and by the /48 of IPv6', () => {
    const addresses = ['::ffff:192.0.2.1', '192.0.2.1', '2001:db8:7:1::1', '2001:db8:7:ffff:1:2:3:4', '2001:db8::1', '::1'];
    const program = `
      const { holderOf } = await import(${moduleOf('address-bound.mjs')});
      process.stdout.write(JSON.stringify(${JSON.stringify(addresses)}.map(holderOf)));`;
    expect(printed(program)).toEqual(['192.0.2.1', '192.0.2.1', '2001:db8:7', '2001:db8:7', '2001:db8:0', '0:0:0']);
  });
});

describe('the console’s page of an event or a market', () => {
  it('is asked of the catalog by a slug that stays one part of its address', () => {
    const program = `
      const { SharePages } = await import(${moduleOf('share-pages.mjs')});
      const asked = [];
      const ask = async (url) => (asked.push(new URL(url).pathname), new Response('{"title":""}'));
      const of = { catalog: 'http://gamma', html: '<title></title>', brand: { name: 'Here' }, pictures: [] };
      const pages = new SharePages(of, { ask });
      const statuses = [];
      for (const path of ['/event/%2e%2e', '/event/%2E', '/market/.%2e/', '/event/..', '/event/...', '/event/.a'])
        statuses.push((await pages.of(path)).status);
      process.stdout.write(JSON.stringify({ statuses, asked }));`;
    expect(printed(program)).toEqual({
      statuses: [404, 404, 404, 404, 200, 200],
      asked: ['/public/events/slug/...', '/public/events/slug/.a'],
    });
  });
});
