import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { KeyedTurns } from '../fairness/keyed-turns';
import type { JsonAdapter } from '../json-adapter';
import { isMonitored } from '../monitor/monitor-port';
import { inOwnTrace } from '../tracing/tracing';
import { networkAddress, turnOf } from './network-address';

/**
 * Carries out no more reads of one network at a time than half of the database connections: its expensive reads never take all
 * of them. A turn ends with the handler's work: a client that leaves does not end its statement, and a slow reader of the answer
 * takes no turn. A client that leaves before its turn has none. Probes and metrics need no turn: they must answer while reads
 * hang.
 * @param networkOf whose turn a request takes; undefined: none
 */
export function shareReads(
  app: NestExpressApplication,
  { poolMax, trustedProxies }: { readonly poolMax: number; readonly trustedProxies: number },
  networkOf: (request: IncomingMessage) => string | undefined = (request) =>
    isMonitored(request) ? undefined : turnOf(networkAddress(request, trustedProxies)),
): void {
  const turns = new KeyedTurns(Math.max(1, Math.floor(poolMax / 2)));
  const begin = (network: string, handle: () => Promise<void>): void => void handle().finally(() => turns.leave(network));
  (app.getHttpAdapter() as unknown as JsonAdapter).carryOutBy((request, handle) => {
    const network = networkOf(request);
    if (network === undefined) return void handle();
    if (turns.enter(network)) return begin(network, handle);
    const later = inOwnTrace(() => begin(network, handle));
    turns.wait(network, () => {
      if (request.socket.destroyed) return false;
      later();
      return true;
    });
  });
}
