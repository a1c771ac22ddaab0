import type { EventSource } from '@foretell/contracts';
import { metricsRegistry, watchLag, type Progress } from '@foretell/platform-server';
import { Counter, Histogram } from 'prom-client';
import type { ConsumerMetrics } from './event-consumer-options';
import type { RelayMetrics } from './event-relay-options';

const registers = [metricsRegistry];
const labelNames = ['source'] as const;
/** A series that begins with its first event shows no increase. */
const FROM_THE_START = 0;

const published = new Counter({
  name: 'foretell_relay_facts_total',
  help: 'Events published to the stream by this process, by source.',
  labelNames,
  registers,
});
const interruptions = new Counter({
  name: 'foretell_relay_interruptions_total',
  help: 'Times that the relay lost its position in the stream and looked it up again, by source.',
  labelNames,
  registers,
});
const applied = new Counter({
  name: 'foretell_ingest_facts_total',
  help: 'Events applied by this process, by source.',
  labelNames,
  registers,
});
const batchSeconds = new Histogram({
  name: 'foretell_ingest_batch_seconds',
  help: 'Time to apply one batch of events, by source.',
  labelNames,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});
const failures = new Counter({
  name: 'foretell_ingest_failures_total',
  help: 'Failed attempts to apply events, by source.',
  labelNames,
  registers,
});

/** The relay's counters of a source's events. */
export function relayMetrics(source: EventSource): RelayMetrics {
  published.inc({ source }, FROM_THE_START);
  interruptions.inc({ source }, FROM_THE_START);
  return {
    published: (events) => published.inc({ source }, events),
    interrupted: () => interruptions.inc({ source }),
  };
}

/** The consumer's counters of a source's events. */
export function ingestMetrics(source: EventSource): ConsumerMetrics {
  applied.inc({ source }, FROM_THE_START);
  failures.inc({ source }, FROM_THE_START);
  return {
    applied(events, durationMs) {
      applied.inc({ source }, events);
      batchSeconds.observe({ source }, durationMs / 1000);
    },
    failed: () => failures.inc({ source }),
  };
}

/** `look` returns null in a process that does not relay. */
export function watchRelayLag(source: EventSource, look: () => Promise<Progress | null>): void {
  const labels = { source };
  watchLag(
    {
      facts: { name: 'foretell_relay_lag_facts', help: 'Committed events not yet on the stream.', labels },
      seconds: {
        name: 'foretell_relay_lag_seconds',
        help: 'Age of the oldest committed event that is not on the stream.',
        labels,
      },
    },
    look,
  );
}

/** One figure per service, whichever of its processes applies: the checkpoint is in its database. */
export function watchIngestLag(source: EventSource, look: () => Promise<Progress>): void {
  const labels = { source };
  watchLag(
    {
      facts: { name: 'foretell_ingest_lag_facts', help: 'Events on the stream that the service has not applied yet.', labels },
      seconds: {
        name: 'foretell_ingest_lag_seconds',
        help: 'Age of the oldest event on the stream that the service has not applied.',
        labels,
      },
    },
    look,
  );
}
