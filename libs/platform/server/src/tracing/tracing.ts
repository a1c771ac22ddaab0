import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { SpanAttributes, SpanKind, SpanStart, Tracer, TraceSpan } from './span';

export const TRACEPARENT = 'traceparent';
/** Maximum spans per batch. */
const SPANS_MAX = 32;
const NOT_TRACED = /^\/(?:healthz|readyz|metrics)/;

/** Null disables everything below: no context follows requests, which would slow each promise of the process. */
let tracer: Tracer | null = null;
const underWay = new AsyncLocalStorage<TraceSpan | undefined>();

/** Publishes traces from now on; loads OpenTelemetry, which a process without traces never does. */
export async function startTracing(service: string): Promise<void> {
  const { openTelemetry } = await import('./open-telemetry.js');
  useTracer(openTelemetry(service));
}

/** Null disables tracing. */
export function useTracer(used: Tracer | null): void {
  tracer = used;
}

export async function stopTracing(): Promise<void> {
  await tracer?.close();
  tracer = null;
}

/** The span that the current code belongs to, if traced. */
export function currentSpan(): TraceSpan | undefined {
  return tracer === null ? undefined : underWay.getStore();
}

/** Work that starts later belongs to the span of the code that queued it. */
export function inOwnTrace(work: () => void): () => void {
  return tracer === null ? work : AsyncResource.bind(work);
}

/** Starts the span of a request on arrival: subsequent calls belong to it. */
export function beginRequest(request: IncomingMessage): TraceSpan | null {
  if (tracer === null) return null;
  const { method = '', headers, url = '' } = request;
  const parent = headers[TRACEPARENT];
  const start: SpanStart = { kind: 'server', attributes: { 'http.request.method': method } };
  const span = NOT_TRACED.test(url) ? null : tracer.begin(method, typeof parent === 'string' ? { ...start, parent } : start);
  // Also without a span: marks the end of the connection's last request.
  underWay.enterWith(span ?? undefined);
  return span;
}

/**
 * Traces work for one or several traced callers: one span in each caller's trace, so that each trace is complete; in a very
 * large batch only for the first ones. `work` receives the context for its own callees; none when nothing is traced.
 */
export async function spanned<T>(
  name: string,
  { of, ...start }: { readonly kind: SpanKind; readonly of: readonly string[]; readonly attributes?: SpanAttributes },
  work: (traceparents: readonly string[]) => Promise<T>,
): Promise<T> {
  const parents = tracer === null || of.length === 0 ? [] : [...new Set(of)].slice(0, SPANS_MAX);
  const spans = parents.flatMap((parent) => tracer?.begin(name, { ...start, parent }) ?? []);
  if (spans.length === 0) return work([]);
  try {
    const done = await work(spans.map(({ traceparent }) => traceparent));
    for (const span of spans) span.end();
    return done;
  } catch (error) {
    for (const span of spans) span.end({ isFault: true });
    throw error;
  }
}
