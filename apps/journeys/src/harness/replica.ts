import { freePort } from './free-port';
import { ServiceProcess } from './service-process';
import type { World } from './world';

/** A further process of the trading service, with additional or changed environment variables; not started yet. */
export async function replicaOf(world: World, environment: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const port = await freePort();
  return new ServiceProcess('clob', `http://127.0.0.1:${port}`, {
    ...world.operator.environment,
    ...environment,
    CLOB_PORT: String(port),
  });
}
