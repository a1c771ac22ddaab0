import type { ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { NetworkTurns } from '../fairness/network-turns';
import { beforeRoutes } from '../front/before-routes';
import { inOwnTrace } from '../tracing/tracing';
import { networkAddress, turnOf } from './network-address';

/**
 * Carries out no more reads of one network at a time than half of the database connections: its expensive reads never take all
 * of them. A turn ends with the answer, whether or not its client has read it.
 */
export class ReadTurns {
  private readonly turns: NetworkTurns;

  /** @param poolMax the database connections of the process */
  constructor(poolMax: number) {
    this.turns = new NetworkTurns(Math.max(1, Math.floor(poolMax / 2)));
  }

  /** Calls `goOn` at once or in its turn; never when the client has left before. */
  carryOut(network: string, response: ServerResponse, goOn: () => void): void {
    if (this.turns.enter(network)) return this.begin(network, response, goOn);
    const goLater = inOwnTrace(goOn);
    this.turns.wait(network, () => {
      if (response.destroyed) return false;
      this.begin(network, response, goLater);
      return true;
    });
  }

  private begin(network: string, response: ServerResponse, goOn: () => void): void {
    let isOver = false;
    const leave = (): void => {
      if (isOver) return;
      isOver = true;
      this.turns.leave(network);
    };
    // 'prefinish' comes when the answer is complete, 'close' also when the client has left before.
    response.once('prefinish', leave).once('close', leave);
    goOn();
  }
}

/** All requests of a service are reads. Call it before `limitRequests`: what a limit refuses has no turn. */
export function shareReads(
  app: NestExpressApplication,
  { poolMax, trustedProxies }: { readonly poolMax: number; readonly trustedProxies: number },
): void {
  const turns = new ReadTurns(poolMax);
  beforeRoutes(app, (request, response, goOn) => {
    turns.carryOut(turnOf(networkAddress(request, trustedProxies)), response, goOn);
    return true;
  });
}
