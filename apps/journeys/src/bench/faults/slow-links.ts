import { testNats } from '@foretell/testing';
import { TcpProxy } from '../../harness/tcp-proxy';
import type { Fault, Stage } from './fault';

/** For a while, messages between NATS and the replica that does not write are delayed in both directions. */
export const SLOW_LINKS: readonly Fault[] = [slowLink(500), slowLink(3_000)];

function slowLink(millis: number): Fault {
  return {
    name: `slow-link-${millis}`,
    what: `the other replica's link to NATS slow by ${millis} ms each way`,
    async stage(atEnd): Promise<Stage> {
      const { url } = testNats();
      const nats = await TcpProxy.before(url);
      atEnd(() => nats.close());
      return {
        options: { standbyEnvironment: { NATS_URL: nats.through(url) } },
        begin: () => nats.delay(millis),
        end: () => nats.delay(0),
      };
    },
  };
}
