import { Injectable } from '@nestjs/common';
import { metricsRegistry } from '@foretell/platform-server';
import { Counter, Gauge } from 'prom-client';

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

/** Metrics of the streams: how many connections there are, and how many were ended. */
@Injectable()
export class StreamsMetrics {
  connected(channel: string): void {
    connections.inc({ channel });
  }

  ended(channel: string): void {
    connections.dec({ channel });
  }

  cut(channel: string): void {
    cuts.inc({ channel });
  }
}
