import type { FactSource } from '@foretell/contracts';
import { metricsRegistry, watchLag, type Progress } from '@foretell/platform-server';
import { Counter, Histogram } from 'prom-client';
import type { ConsumerMetrics } from './fact-consumer-options';
import type { RelayMetrics } from './fact-relay-options';

const registers = [metricsRegistry];
const labelNames = ['source'] as const;
/** A series that begins with its first event shows no increase. */
const FROM_THE_START = 0;

const published = new Counter({
  name: 'foretell_relay_facts_total',
  help: 'Facts put on the stream by this process, by who tells them.',
  labelNames,
  registers,
});
const interruptions = new Counter({
  name: 'foretell_relay_interruptions_total',
  help: 'Times that the relay lost its place on the stream and looked for it again, by who tells the facts.',
  labelNames,
  registers,
});
const applied = new Counter({
  name: 'foretell_ingest_facts_total',
  help: 'Facts applied by this process, by who told them.',
  labelNames,
  registers,
});
const batchSeconds = new Histogram({
  name: 'foretell_ingest_batch_seconds',
  help: 'Time to apply one batch of facts, by who told them.',
  labelNames,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});
const failures = new Counter({
  name: 'foretell_ingest_failures_total',
  help: 'Times that facts could not be applied, by who told them.',
  labelNames,
  registers,
});

/** The relay's counters of a source's events. */
export function relayMetrics(source: FactSource): RelayMetrics {
  interruptions.inc({ source }, FROM_THE_START);
  return {
    published: (facts) => published.inc({ source }, facts),
    interrupted: () => interruptions.inc({ source }),
  };
}

/** The consumer's counters of a source's events. */
export function ingestMetrics(source: FactSource): ConsumerMetrics {
  failures.inc({ source }, FROM_THE_START);
  return {
    applied(facts, durationMs) {
      applied.inc({ source }, facts);
      batchSeconds.observe({ source }, durationMs / 1000);
    },
    failed: () => failures.inc({ source }),
  };
}

/** `look` returns null in a process that does not relay. */
export function watchRelayLag(source: FactSource, look: () => Promise<Progress | null>): void {
  const labels = { source };
  watchLag(
    {
      facts: { name: 'foretell_relay_lag_facts', help: 'Committed facts not yet on the stream.', labels },
      seconds: { name: 'foretell_relay_lag_seconds', help: 'Since when a committed fact is not on the stream.', labels },
    },
    look,
  );
}

/** One figure per service, whichever of its processes applies: the checkpoint is in its database. */
export function watchIngestLag(source: FactSource, look: () => Promise<Progress>): void {
  const labels = { source };
  watchLag(
    {
      facts: { name: 'foretell_ingest_lag_facts', help: 'Facts on the stream that are not applied yet.', labels },
      seconds: { name: 'foretell_ingest_lag_seconds', help: 'Since when a fact on the stream is not applied.', labels },
    },
    look,
  );
}
