import { Counter, Gauge } from 'prom-client';
import { metricsRegistry } from '../metrics';

const cuts = new Counter({
  name: 'foretell_stream_cuts_total',
  help: 'Stream connections that this side ended, by channel.',
  labelNames: ['channel'] as const,
  registers: [metricsRegistry],
});
const connections = new Gauge({
  name: 'foretell_stream_connections',
  help: 'Open stream connections, by channel.',
  labelNames: ['channel'] as const,
  registers: [metricsRegistry],
});

/** What an operator watches of the streams: how many follow them, and how many are cut off. */
export const streamMetrics = {
  connected: (channel: string): void => connections.inc({ channel }),
  ended: (channel: string): void => connections.dec({ channel }),
  cut: (channel: string): void => cuts.inc({ channel }),
};
