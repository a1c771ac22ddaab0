import { metricsRegistry } from '@foretell/platform-server';
import { Counter, Histogram } from 'prom-client';
import { NoWriter, WriterBusy } from './writer-route';

const seconds = new Histogram({
  name: 'foretell_forward_seconds',
  help: "Time from forwarding a request's commands to the writer's reply, over NATS.",
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [metricsRegistry],
});
const forwards = new Counter({
  name: 'foretell_forwards_total',
  help: 'Requests whose commands this replica forwarded to the writer, by outcome: done, busy, no_writer, unknown.',
  labelNames: ['outcome'] as const,
  registers: [metricsRegistry],
});

// Registers each series at zero: one that starts with its first event shows no increase.
for (const outcome of ['busy', 'no_writer', 'unknown']) forwards.inc({ outcome }, 0);

/** Times and counts forwarded requests. */
export async function timeForward<T>(forward: () => Promise<T>): Promise<T> {
  const end = seconds.startTimer();
  try {
    const receipt = await forward();
    forwards.inc({ outcome: 'done' });
    return receipt;
  } catch (error) {
    forwards.inc({ outcome: error instanceof WriterBusy ? 'busy' : error instanceof NoWriter ? 'no_writer' : 'unknown' });
    throw error;
  } finally {
    end();
  }
}
