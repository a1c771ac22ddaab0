export type SpanKind = 'server' | 'internal' | 'consumer';
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A piece of work that is told. */
export interface TraceSpan {
  readonly traceId: string;
  /** By which other work becomes a part of it: W3C's header. */
  readonly traceparent: string;
  /** To be called once. `name`: as it is known by now. */
  end(outcome?: { readonly name?: string; readonly isFault?: boolean; readonly attributes?: SpanAttributes }): void;
}

export interface SpanStart {
  readonly kind: SpanKind;
  /** Of what it is a part; none: it begins a trace. */
  readonly parent?: string;
  readonly attributes?: SpanAttributes;
}

/** What tells spans. */
export interface Tracer {
  /** Null for one that is not sampled. */
  begin(name: string, start: SpanStart): TraceSpan | null;
  /** Sends what is left. */
  close(): Promise<void>;
}
