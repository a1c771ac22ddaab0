import { Counter, Gauge } from 'prom-client';
import { metricsRegistry } from '../metrics';

/** Metrics of the streams: their connections, and those that were ended. */
export interface StreamMetrics {
  /** Registers a channel's series at zero: one that starts with its first event shows no increase. */
  watch(channel: string): void;
  connected(channel: string): void;
  ended(channel: string): void;
  cut(channel: string): void;
}

let made: StreamMetrics | undefined;

/** Created once, and only in a service with streams: other services do not expose these metrics. */
export function streamMetrics(): StreamMetrics {
  made ??= register();
  return made;
}

function register(): StreamMetrics {
  const cuts = new Counter({
    name: 'foretell_stream_cuts_total',
    help: 'Stream connections closed by the service, by channel.',
    labelNames: ['channel'] as const,
    registers: [metricsRegistry],
  });
  const connections = new Gauge({
    name: 'foretell_stream_connections',
    help: 'Open stream connections, by channel.',
    labelNames: ['channel'] as const,
    registers: [metricsRegistry],
  });
  return {
    watch(channel) {
      cuts.inc({ channel }, 0);
      connections.inc({ channel }, 0);
    },
    connected: (channel) => connections.inc({ channel }),
    ended: (channel) => connections.dec({ channel }),
    cut: (channel) => cuts.inc({ channel }),
  };
}
