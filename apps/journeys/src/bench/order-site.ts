import { limit } from '../harness/orders';
import type { OpenMarket } from '../harness/reads';
import type { App } from '../harness/repository';
import { startWorld, type World } from '../harness/world';
import { run } from './callers';
import type { ServerPids } from './processor-time';
import { batchScripts, begun, fieldOf, singleScripts, type Field } from './scripts';

export interface EndToEndOptions {
  readonly pids: ServerPids;
  /** Three seconds a part instead of eight. */
  readonly small?: boolean;
  /** Only the parts whose name contains it. */
  readonly only?: string;
  /** A folder to which each service writes its CPU profile. */
  readonly profile?: string;
  /** Additional environment variables of the services. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The size of the young generation in deploy/. */
export const AS_DEPLOYED = '--max-semi-space-size=64';
const TRADERS = 128;
/**
 * Orders until the services' code is compiled: the first ten seconds of a server cost a quarter more an order, and a server lives
 * for days.
 */
const WARM_ORDERS = 24_000;
const WARM_SECONDS = 60;
const WARM_CALLERS = 16;
const DEPTH_SHARES = 10_000;
const DEPTH_CENTS = 35;

/** Services as deployed, with the sample catalog. The caller stops them. */
export async function startOrderWorld({ profile, environment = {} }: EndToEndOptions): Promise<World> {
  const environmentOf = (app: App): Readonly<Record<string, string>> => ({
    // Enough for all resting orders of the single caller, so that no balance runs out.
    SANDBOX_CREDIT: '1000000',
    NODE_OPTIONS: AS_DEPLOYED,
    ...environment,
    ...(app === 'ops' ? {} : profiled(profile)),
  });
  const world = await startWorld({ logLevel: 'warn', environmentOf });
  try {
    await world.importSample();
    return world;
  } catch (error) {
    await world.stop();
    throw error;
  }
}

/** Environment of a service whose CPU profile goes into this folder: toggleProfiles. */
export function profiled(folder: string | undefined): Readonly<Record<string, string>> {
  if (folder === undefined) return {};
  return { NODE_OPTIONS: `${AS_DEPLOYED} --require ${require.resolve('./profiled-process')}`, PROFILE_INTO: folder };
}

/** Markets with bids that no load uses up, and traders. */
export async function deepField(world: World): Promise<Field> {
  const field = await fieldOf(world, TRADERS);
  for (const market of field.halves.flat()) await deepen(world, market);
  return field;
}

/** Sends orders until the services' code is compiled. Returns the number of traders that it used. */
export async function warmUp(origins: readonly string[], field: Field): Promise<number> {
  await run(origins, begun(batchScripts(field, WARM_CALLERS, WARM_ORDERS)), { seconds: WARM_SECONDS });
  await run(origins, begun(singleScripts(field, WARM_CALLERS, WARM_ORDERS / 6)), { seconds: WARM_SECONDS / 5 });
  return WARM_CALLERS;
}

/** Starts a CPU profile of each of these processes, or writes it. */
export function toggleProfiles(processes: readonly { readonly pid: number }[]): void {
  for (const { pid } of processes) process.kill(pid, 'SIGWINCH');
}

/** Each load has traders of its own while there are enough: a single trader would run out of money. */
export function tradersFrom({ traders, halves }: Field, used: number): Field {
  const first = used % traders.length;
  return { traders: [...traders.slice(first), ...traders.slice(0, first)], halves };
}

/** Bids that no part uses up, below those of the load: every order that should trade finds one. */
async function deepen(world: World, market: OpenMarket): Promise<void> {
  const maker = await world.trader();
  const results = await maker.place(([0, 1] as const).map((outcome) => limit(market, 'BUY', outcome, DEPTH_SHARES, DEPTH_CENTS)));
  if (!results.every(({ success }) => success)) throw new Error(`the depth was refused: ${JSON.stringify(results)}`);
}
