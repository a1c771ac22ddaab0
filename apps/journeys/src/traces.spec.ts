import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { TradingClient } from '@foretell/client';
import { Collector, type ReceivedSpan } from './harness/collector';
import { eventually } from './harness/eventually';
import { limit } from './harness/orders';
import { fieldsOf, openMarket, type Fields, type OpenMarket } from './harness/reads';
import { ROOT } from './harness/repository';
import { replicaOf } from './harness/replica';
import type { ServiceProcess } from './harness/service-process';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const TRY_MS = 10_000;
const TRIES = 3;
const LOADED = `require(process.argv[1]); process.stdout.write(String(Object.keys(require.cache).filter((file) => /@opentelemetry.(?!api.)|open-telemetry/.test(file)).length))`;
// prom-client loads OpenTelemetry's API, which does nothing by itself.
/** From an order to its projections; each span is a child of the previous one. */
const ROAD = ['foretell-clob POST /orders', 'foretell-clob commands', 'foretell-clob commit'];
const APPLIED = ['foretell-data apply events to data', 'foretell-gamma apply events to gamma'];

/** The three services and a replica with traces on; OpenTelemetry's exporter sends them to the test's collector. */
describe('traces', () => {
  let collector: Collector;
  let world: World;
  let replica: ServiceProcess;
  let market: OpenMarket;
  let alice: TradingClient;

  beforeAll(async () => {
    collector = await Collector.open();
    const variables = {
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
    };
    world = await startSampleWorld({ environmentOf: (app) => (app === 'ops' ? {} : variables) });
    replica = await replicaOf(world, variables);
    await replica.start();
    market = await openMarket(world);
    alice = await world.trader();
  }, JOURNEY_MS);

  afterAll(async () => {
    await replica?.stop();
    await world?.stop();
    collector?.close();
  }, JOURNEY_MS);

  /** The spans of the first trace that contains all of these names. */
  const traceOf = (names: readonly string[]): Promise<readonly ReceivedSpan[]> =>
    eventually(
      `a trace has ${names.join(', ')}`,
      async () => {
        await Promise.resolve();
        for (const traceId of new Set(collector.spans.map((span) => span.traceId))) {
          const spans = collector.spans.filter((span) => span.traceId === traceId);
          if (names.every((name) => spans.some((span) => labelOf(span) === name))) return spans;
        }
        return undefined;
      },
      TRY_MS,
    );

  /**
   * The trace of this order or the next one: events that the relay reads from the journal, as after a late publish, have no
   * trace.
   */
  const traceOfOrder = async (place: () => Promise<unknown>): Promise<readonly ReceivedSpan[]> => {
    for (let tries = 1; ; tries += 1) {
      await place();
      const found = await traceOf([...ROAD, ...APPLIED]).catch((cause: unknown) => {
        if (tries === TRIES) throw cause;
      });
      if (found !== undefined) return found;
    }
  };

  it(
    'follow an order from its request through command and commit to the projections',
    async () => {
      expectPath(await traceOfOrder(() => alice.place([limit(market, 'BUY', 0, 10, 60)])));
    },
    JOURNEY_MS,
  );

  it(
    'follow an order that another replica forwards to the writer',
    async () => {
      collector.spans.length = 0;
      const bob = new TradingClient({ url: replica.url, wallet: alice.wallet });
      await bob.deriveKey();
      expectPath(await traceOfOrder(() => bob.place([limit(market, 'BUY', 0, 10, 50)])));
      bob.close();
    },
    JOURNEY_MS,
  );

  it('continue the caller’s trace with its sampling decision, and omit probes', async () => {
    const [sampled, unsampled] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    const ask = (traceparent: string) => fetch(`${world.gamma.url}/events?limit=1`, { headers: { traceparent } });
    await ask(`00-${unsampled}-00000000000000a1-00`);
    await ask(`00-${sampled}-00000000000000a1-01`);
    await fetch(`${world.gamma.url}/readyz`);
    const span = await eventually('the span is exported', async () => {
      await Promise.resolve();
      return collector.spans.find(({ traceId }) => traceId === sampled);
    });
    expect([labelOf(span), span.parentSpanId]).toEqual(['foretell-gamma GET /events', '00000000000000a1']);
    expect(collector.spans.filter(({ traceId }) => traceId === unsampled)).toEqual([]);
    expect(collector.spans.filter(({ name }) => /readyz|healthz|metrics/.test(name))).toEqual([]);
  });

  it('appear in the log with the request and with the id that a proxy may set', async () => {
    await alice.openOrders();
    await fetch(`${world.clob.url}/book?token_id=1`, { headers: { 'x-request-id': 'from-the-proxy.7' } });
    await fetch(`${world.clob.url}/book?token_id=2`, { headers: { 'x-request-id': 'not a name' } });
    // A line is written after its response, and read through a pipe.
    const lines = await eventually('all three are in the log', async () => {
      await Promise.resolve();
      const found = requestsIn(world.clob.log);
      return found.filter(({ path }) => path === '/book').length === 2 ? found : undefined;
    });
    const text = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(lines).toContainEqual(
      expect.objectContaining({
        path: '/orders',
        requestId: text,
        apiKey: alice.key.apiKey,
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ path: '/book', requestId: 'from-the-proxy.7' }));
    expect(lines).not.toContainEqual(expect.objectContaining({ requestId: 'not a name' }));
  });

  it('load nothing of OpenTelemetry when they are off', () => {
    const library = join(ROOT, 'libs/platform/server/dist/index.js');
    expect(execFileSync(process.execPath, ['-e', LOADED, library], { encoding: 'utf8' }).trim()).toBe('0');
  });
});

/** Complete lines only: the last one may be partial. */
function requestsIn(log: string): readonly Fields[] {
  const whole = log.split('\n').slice(0, -1);
  return whole.flatMap((line) => (line.includes('"msg":"request"') ? [fieldsOf(JSON.parse(line))] : []));
}

function labelOf({ service, name }: ReceivedSpan): string {
  return `${service} ${name}`;
}

function expectPath(spans: readonly ReceivedSpan[]): void {
  const idOf = (label: string): string | undefined => spans.find((span) => labelOf(span) === label)?.spanId;
  const parents = (label: string): readonly string[] =>
    spans.filter((span) => labelOf(span) === label).map(({ parentSpanId }) => parentSpanId);
  for (const [at, label] of ROAD.entries()) if (at > 0) expect(parents(label)).toEqual([idOf(ROAD[at - 1] ?? '')]);
  for (const label of APPLIED) expect(parents(label)).toEqual([idOf(ROAD.at(-1) ?? '')]);
}
