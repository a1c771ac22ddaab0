import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { WebSocket } from 'undici';
import { ConsumerProject, asCommonJs, pack, readmeProgram, sourcesOf, type Tarball } from './harness/consumer-project';
import { openMarkets } from './harness/reads';
import { versionOf } from './harness/repository';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 600_000;
const STEP_MS = 180_000;
const CLIENT = 'libs/client';
const CONTRACTS = 'libs/contracts';
/** The peer dependencies of the request classes, at the versions of this workspace. */
const PEERS = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/swagger',
  'class-transformer',
  'class-validator',
  'reflect-metadata',
  'rxjs',
];

/** The page's program: the README's, and the signature of a well-known key (crypto.spec). */
const PAGE = `
import { walletFromPrivateKey } from '@foretell/client/browser';
import { buyOne } from './page.mjs';
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const signed = async () => (await walletFromPrivateKey(KEY)).signClobAuth({ timestamp: '1735689600', nonce: 0n }, 137);
export const started = Promise.all([buyOne(CLOB_URL), signed()]).then((lines) => lines.join(', '));
`;
const PAGE_BYTES_MAX = 30_000;

/** Both packages as a consumer gets them: tarballs, an empty project, a registry, the READMEs. */
describe('the packages, installed by npm outside the workspace', () => {
  let folder: string;
  let client: Tarball;
  let contracts: Tarball;
  let world: World;
  let project: ConsumerProject;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foretell-packages-'));
    [client, contracts] = [await pack(CLIENT, folder), await pack(CONTRACTS, folder)];
    project = await ConsumerProject.create();
    await project.install(client.file, contracts.file, `@types/node@${versionOf('@types/node')}`);
    world = await startSampleWorld({ logLevel: 'warn' });
    await openMarkets(world, 1);
    const { clob, gamma, data, nats } = world;
    environment = { CLOB_URL: clob.url, GAMMA_URL: gamma.url, DATA_URL: data.url, NATS_URL: nats.url, NATS_PREFIX: nats.prefix };
  }, JOURNEY_MS);

  afterAll(async () => {
    await world?.stop();
    await project?.remove();
    await rm(folder, { recursive: true, force: true });
  }, STEP_MS);

  it('contain code, declarations, documents and the README, and neither sources nor tests', async () => {
    const entries = ['dist/browser.d.mts', 'dist/browser.mjs', 'dist/index.d.ts', 'dist/index.js'];
    expect([...client.paths].sort()).toEqual(['LICENSE', 'README.md', ...entries, 'package.json']);
    const services = ['clob', 'data', 'gamma'].map((service) => `openapi/${service}.json`);
    const documents = ['asyncapi/foretell.json', ...services];
    const wanted = await sourcesOf(CONTRACTS);
    const built = wanted.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
    expect([...contracts.paths].sort()).toEqual(['LICENSE', 'README.md', 'package.json', ...documents, ...built].sort());
  });

  it('install no framework, and no private package of the workspace', async () => {
    const installed = await project.installed();
    expect(installed.filter((name) => /^(@nestjs|class-|rxjs|secp256k1|reflect-metadata)/.test(name))).toEqual([]);
    expect(installed.filter((name) => name.startsWith('@foretell/')).sort()).toEqual(['@foretell/client', '@foretell/contracts']);
  });

  it(
    'compile strictly in the programs of their READMEs, including declarations of dependencies',
    async () => {
      const [trading, events] = [await readmeProgram(CLIENT), await readmeProgram(CONTRACTS, 'events')];
      await project.write('trading.mts', trading);
      await project.write('trading.cts', asCommonJs(trading));
      await project.write('events.mts', events);
      await project.write('events.cts', asCommonJs(events));
      await project.write('page.mts', await readmeProgram(CLIENT, 'browser'));
      await project.compile();
    },
    STEP_MS,
  );

  it.each(['trading.mjs', 'trading.cjs'])(
    '%s: a new wallet gets a key, places an order, reads it back, lists events and follows the event stream',
    async (name) => {
      const output = await project.run(name, environment);
      expect(output).toMatch(/^0x[0-9a-fA-F]{40} trades with the key [0-9a-f-]{36}$/m);
      expect(output).toMatch(/^it may use 10000 USDC$/m);
      expect(output.match(/^[0-9]+ \S.*$/gm)?.length).toBeGreaterThanOrEqual(3);
      const [, orderId] = /^order (0x[0-9a-f]{64}) is live$/m.exec(output) ?? [];
      expect(output).toContain(`open orders: ${orderId} 5 at 0.05\n`);
      expect(output).toMatch(/^event [0-9]+: 5 shares at 0\.05$/m);
      expect(output).toMatch(/^order PLACEMENT of 0x[0-9a-f]{64}$/m);
      expect(output).toContain(`canceled ${orderId}\n`);
      expect(output).toContain('activity: 0 rows\n');
      expect(output).toContain('404 not found error: id not found\n');
    },
    STEP_MS,
  );

  it(
    'page.mjs: in a page a new wallet gets a key, places an order and sees it on both streams',
    async () => {
      await project.write('start.mjs', PAGE);
      const page = await project.bundleForBrowsers('start.mjs');
      expect(gzipSync(page).length).toBeLessThan(PAGE_BYTES_MAX);
      // The context has nothing of Node, so the page cannot use it.
      const browser = { fetch, WebSocket, crypto, TextEncoder, atob, btoa, URL, AbortController, AbortSignal };
      const timers = { setTimeout, clearTimeout, setInterval, clearInterval, performance };
      const started: unknown = await runInNewContext(`${page};page.started`, { ...browser, ...timers, CLOB_URL: world.clob.url });
      expect(started).toMatch(/^0x[0-9a-f]{64} stands in [0-9a-f]{40}, 0xcdd37562/);
    },
    STEP_MS,
  );

  it.each(['events.mjs', 'events.cjs'])('%s: events are decoded without any other package', async (name) => {
    const output = await project.run(name);
    expect(output).toBe('FORETELL_FACTS_CLOB holds foretell.facts.clob\n42: funds.credited.v1\n');
  });

  it(
    'the request classes work with the peer dependencies of the manifest',
    async () => {
      await project.install(...PEERS.map((name) => `${name}@${versionOf(name)}`));
      const validating = await readmeProgram(CONTRACTS, 'http');
      await project.write('http.mts', validating);
      await project.write('http.cts', asCommonJs(validating));
      await project.write(
        'tsconfig.json',
        (await project.read('tsconfig.json')).replace('"*.mts","*.cts"', '"http.mts","http.cts"'),
      );
      await project.compile();
      const refusal = 'orderType must be GTC, GTD, FOK or FAK\n';
      expect([await project.run('http.mjs'), await project.run('http.cjs')]).toEqual([refusal, refusal]);
    },
    STEP_MS,
  );
});
