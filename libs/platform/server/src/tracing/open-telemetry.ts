import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { SpanKind, SpanStart, Tracer, TraceSpan } from './span';

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  internal: Kind.INTERNAL,
  consumer: Kind.CONSUMER,
};
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Spans by OpenTelemetry's SDK: its own variables configure sampling and export. Loaded only when traces are enabled. */
export function openTelemetry(service: string, exporter: SpanExporter = new OTLPTraceExporter()): Tracer {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': `foretell-${service}` }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  const spans = provider.getTracer('foretell');
  return {
    begin(name, { kind, parent, attributes = {} }: SpanStart) {
      const span = spans.startSpan(name, { kind: KINDS[kind], attributes }, within(parent));
      return span.isRecording() ? traceSpanOf(span) : null;
    },
    close: () => provider.shutdown(),
  };
}

function within(parent: string | undefined): Context {
  const context = parent === undefined ? null : contextOf(parent);
  return context === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
}

/** Null for an invalid traceparent, from any sender: the work continues without it. */
function contextOf(traceparent: string): SpanContext | null {
  const [, traceId, spanId, flags] = PARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

function traceSpanOf(span: Span): TraceSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-01`,
    end({ name, isFault = false, attributes = {} } = {}) {
      if (name !== undefined) span.updateName(name);
      span.setAttributes(attributes);
      if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
