export type SpanKind = 'server' | 'internal' | 'consumer';
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A piece of work that is traced. */
export interface TraceSpan {
  readonly traceId: string;
  /** W3C's header, by which other work joins the trace. */
  readonly traceparent: string;
  /** Must be called once. `name`: the name as known at the end. */
  end(outcome?: { readonly name?: string; readonly isFault?: boolean; readonly attributes?: SpanAttributes }): void;
}

export interface SpanStart {
  readonly kind: SpanKind;
  /** The parent span; without one it begins a trace. */
  readonly parent?: string;
  readonly attributes?: SpanAttributes;
}

/** Records and sends spans. */
export interface Tracer {
  /** Null for a span that is not sampled. */
  begin(name: string, start: SpanStart): TraceSpan | null;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
