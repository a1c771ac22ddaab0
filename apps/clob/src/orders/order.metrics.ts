import type { PlaceOrderResult } from '@foretell/contracts';
import { metricsRegistry } from '@foretell/platform-server';
import { Counter } from 'prom-client';

const orders = new Counter({
  name: 'foretell_orders_total',
  help: 'Orders placed through this process, by outcome: live, matched, delayed, or the code of the refusal.',
  labelNames: ['outcome'] as const,
  registers: [metricsRegistry],
});

/** Statuses and codes are closed lists, so there are about forty outcomes at most. */
export function countOrders(results: readonly PlaceOrderResult[]): void {
  for (const { success, status, code } of results) orders.inc({ outcome: success ? status : (code ?? 'error') });
}
