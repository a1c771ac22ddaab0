import { metricsRegistry } from '@foretell/platform-server';
import { ingestMetrics, relayMetrics } from './event-metrics';

describe('the counters of events', () => {
  it('begin at zero: a restarted process without events shows a line, and its first events an increase', async () => {
    relayMetrics('gamma');
    ingestMetrics('clob');
    const lines = (await metricsRegistry.metrics()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'foretell_relay_facts_total{source="gamma"} 0',
        'foretell_relay_interruptions_total{source="gamma"} 0',
        'foretell_ingest_facts_total{source="clob"} 0',
        'foretell_ingest_failures_total{source="clob"} 0',
      ]),
    );
  });
});
