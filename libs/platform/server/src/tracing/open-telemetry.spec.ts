import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { requestObserver } from '../metrics';
import { openTelemetry } from './open-telemetry';
import type { Tracer } from './span';
import { currentSpan, spanned, useTracer } from './tracing';

const TRACE = 'ab'.repeat(16);

describe('traces of a process', () => {
  const exporter = new InMemorySpanExporter();
  let tracer: Tracer;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer();
    server.on('request', requestObserver(pino({ level: 'silent' })));
    server.on('request', (request, response) => {
      void (async () => {
        const span = currentSpan();
        await spanned('work', { kind: 'internal', of: span === undefined ? [] : [span.traceparent] }, async () => {
          await new Promise((resolve) => setImmediate(resolve));
        });
        response.setHeader('seen', currentSpan()?.traceId ?? 'none');
        Object.assign(request, { route: { path: '/things/:id' } });
        response.statusCode = request.url === '/things/bad' ? 500 : 200;
        response.end();
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    // Retains its spans on close, because they are read afterwards.
    exporter.shutdown = () => Promise.resolve();
    exporter.reset();
    tracer = openTelemetry('spec', exporter);
    useTracer(tracer);
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    useTracer(null);
  });

  const ask = async (path: string, traceparent?: string): Promise<string | null> =>
    (await fetch(url + path, traceparent === undefined ? {} : { headers: { traceparent } })).headers.get('seen');
  const exported = async (): Promise<readonly ReadableSpan[]> => {
    await tracer.close();
    return exporter.getFinishedSpans();
  };

  it('begin with a request, by its pattern, and contain its work', async () => {
    const seen = await ask('/things/7');
    const spans = await exported();
    expect(spans.map(({ name }) => name).sort()).toEqual(['GET /things/:id', 'work']);
    expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([seen]));
    const [work, request] = [...spans].sort((one, other) => other.name.length - one.name.length).reverse();
    expect(work?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(request?.attributes).toMatchObject({ 'http.route': '/things/:id', 'http.response.status_code': 200 });
    expect(request?.resource.attributes['service.name']).toBe('foretell-spec');
  });

  it("continue the caller's trace when it is sampled, and do not exist when it is not", async () => {
    expect(await ask('/things/7', `00-${TRACE}-${'c'.repeat(16)}-01`)).toBe(TRACE);
    expect(await ask('/things/7', `00-${TRACE}-${'c'.repeat(16)}-00`)).toBe('none');
    expect(await ask('/things/7', 'whatever')).toMatch(/^(?!abab)[0-9a-f]{32}$/);
    expect(await ask('/readyz')).toBe('none');
  });

  it('are each complete when one piece of work serves several', async () => {
    const parents = ['1', '2', '1'].map((digit) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`);
    await spanned('commit', { kind: 'internal', of: parents }, () => Promise.resolve());
    await expect(
      spanned('commit', { kind: 'internal', of: parents.slice(2) }, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow();
    const spans = (await exported()).map((span) => [
      span.spanContext().traceId[0],
      span.parentSpanContext?.spanId[0],
      span.status.code,
    ]);
    expect(spans).toEqual([
      ['1', '1', 0],
      ['2', '2', 0],
      ['1', '1', 2],
    ]);
  });

  it('have no context when tracing is off', async () => {
    useTracer(null);
    expect(await ask('/things/7', `00-${TRACE}-${'c'.repeat(16)}-01`)).toBe('none');
    expect(
      await spanned('work', { kind: 'internal', of: [`00-${TRACE}-${'c'.repeat(16)}-01`] }, (parents) =>
        Promise.resolve(parents),
      ),
    ).toEqual([]);
  });
});
