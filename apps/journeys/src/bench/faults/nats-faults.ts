import { eventStream } from '@foretell/contracts';
import { NatsCluster } from '../../harness/nats-cluster';
import { portsConnectedBy } from '../../harness/tcp-peers';
import type { TwoReplicas } from '../../harness/two-replicas';
import type { Fault, Stage } from './fault';

/** How one of three servers is lost, and how it comes back. */
interface Loss {
  begin(cluster: NatsCluster, name: string): Promise<void> | void;
  end(cluster: NatsCluster, name: string): Promise<void> | void;
}

type Choose = (cluster: NatsCluster, replicas: TwoReplicas) => Promise<string>;

const killed: Loss = {
  begin: (cluster, name) => cluster.server(name).kill(),
  end: (cluster, name) => cluster.server(name).start(),
};
const isolated: Loss = {
  begin: (cluster, name) => cluster.isolate(name),
  end: (cluster, name) => cluster.reconnect(name),
};

/** Loss of one of three NATS servers, each of which has a copy of each stream. */
export const NATS_FAULTS: readonly Fault[] = [
  natsFault('nats-leader', 'NATS: the leader of the trading stream killed, then started again', leaderOfStream, killed),
  natsFault('nats-server', "NATS: the writer's server killed, then started again", serverOfWriter, killed),
  natsFault('nats-partition', "NATS: the writer's server cut off from the other two", serverOfWriter, isolated),
];

function leaderOfStream(cluster: NatsCluster, { world }: TwoReplicas): Promise<string> {
  return cluster.leaderOf(eventStream(world.nats.prefix, 'clob').stream);
}

async function serverOfWriter(cluster: NatsCluster, { world }: TwoReplicas): Promise<string> {
  const ports = portsConnectedBy(world.clob.pid);
  const found = cluster.names.find((name) => ports.has(Number(new URL(cluster.server(name).url).port)));
  if (found === undefined) throw new Error('the writer is connected to no server of the cluster');
  return found;
}

function natsFault(name: string, what: string, choose: Choose, loss: Loss): Fault {
  return {
    name,
    what,
    async stage(atEnd): Promise<Stage> {
      const cluster = await NatsCluster.create();
      atEnd(() => cluster.remove());
      let chosen = '';
      return {
        options: { natsUrl: cluster.url, streamReplicas: cluster.names.length },
        async begin(replicas) {
          chosen = await choose(cluster, replicas);
          await loss.begin(cluster, chosen);
        },
        end: () => loss.end(cluster, chosen),
      };
    },
  };
}
