import type { ExchangePreset } from '@foretell/client';

/** A published client and the driver that runs its steps. */
export interface DrivenClient {
  readonly client: string;
  readonly version: string;
  /** The program and its arguments, in apps/journeys/clients/drivers; npm run clients builds `bin/...`. */
  readonly command: readonly string[];
  /** It signs orders for a site of that preset. */
  readonly preset: ExchangePreset;
  /** It signs for the standard exchange only, whatever the market. */
  readonly isPlainOnly?: true;
  /** The folder of its Python packages, if it differs from that of its preset. */
  readonly packages?: string;
  /** It has stream code of its own, which its driver runs through disconnects (the argument `follow`). */
  readonly follows?: true;
}

/** The official SDK needs a Node with a built-in WebSocket; before 22 that is a flag. */
const NODE = ['node', '--experimental-websocket'];
const polymarket = (client: string, version: string, ...command: readonly string[]): DrivenClient => ({
  client,
  version,
  command,
  preset: 'polymarket-v2',
});

const GO = 'Go `GoPolymarket/polymarket-go-sdk`';
const POLY_SDK = 'npm `@catalyst-team/poly-sdk`';
const VARLA = 'npm `@varla/polymarket`';
const KIT = 'PyPI `polymarket-kit`';
const KUEST = 'PyPI `kuest-py-clob-client`';
const POLYMARKET_RS = 'crate `polymarket-rs`';

/**
 * Versions are in apps/journeys/clients: npm.json, requirements*.txt, crates/Cargo.toml and go/go.mod; Java's is the machine's.
 */
export const CLIENTS: readonly DrivenClient[] = [
  polymarket('npm `@polymarket/clob-client`', '5.8.1', 'node', 'drive-clob-clients.mjs', 'v1'),
  polymarket('npm `@polymarket/clob-client-v2`', '1.1.0', 'node', 'drive-clob-clients.mjs', 'v2'),
  { ...polymarket('npm `@polymarket/client`', '0.2.0', ...NODE, 'drive-official-client.mjs'), follows: true },
  { ...polymarket('npm `ccxt`', '4.5.84', 'node', 'drive-ccxt.mjs'), follows: true },
  polymarket('npm `pmxt-core`', '2.41.0', 'node', 'drive-pmxt.mjs'),
  polymarket(POLY_SDK, '0.5.0', 'node', 'drive-poly-sdk.mjs'),
  { ...polymarket('npm `@nevuamarkets/poly-websockets`', '1.0.2', 'node', 'drive-poly-websockets.mjs'), follows: true },
  polymarket(VARLA, '5.4.0', ...NODE, 'drive-varla.mjs'),
  polymarket('PyPI `py-clob-client`', '0.34.6', 'python3', 'drive_py_clob_client.py'),
  polymarket('PyPI `py-clob-client-v2`', '1.2.1', 'python3', 'drive_py_clob_client_v2.py'),
  { ...polymarket('PyPI `polymarket-client`', '0.14.0', 'python3', 'drive_polymarket_client.py'), follows: true },
  {
    ...polymarket('PyPI `nautilus_trader`', '1.231.0', 'python3.12', 'drive_nautilus.py'),
    packages: 'python-nautilus',
  },
  { ...polymarket('PyPI `polymarket-apis`', '2.3.0', 'python3.12', 'drive_polymarket_apis.py'), packages: 'python-apis' },
  { ...polymarket(KIT, '0.1.0', 'python3.12', 'drive_polymarket_kit.py'), packages: 'python-apis' },
  polymarket('PyPI `pmquant`', '0.7.1', 'python3', 'drive_pmquant.py'),
  polymarket('Java `java.net.http`', 'JDK 17', 'java', 'DriveJavaNetHttp.java'),
  {
    client: KUEST,
    version: '2.0.15',
    command: ['python3', 'drive_py_clob_client.py', 'kuest'],
    preset: 'kuest-v2',
  },
  { ...polymarket('crate `polymarket-client-sdk`', '0.4.4', 'bin/polymarket_v1'), follows: true },
  { ...polymarket('crate `polymarket_client_sdk_v2`', '0.9.0', 'bin/polymarket_v2'), follows: true },
  polymarket('crate `polyfill-rs`', '0.4.3', 'bin/polyfill'),
  polymarket(POLYMARKET_RS, '0.2.0', 'bin/polymarket_rs'),
  { client: 'crate `kuest-client-sdk`', version: '4.0.0', command: ['bin/kuest'], preset: 'kuest-v2', follows: true },
  { ...polymarket(GO, '1.1.0', 'bin/polymarket_go'), follows: true, isPlainOnly: true },
];

/** Steps that fail by a client's own fault, with the place in its source; every other failure is ours. */
const OWN_FAULTS: Readonly<Record<string, string>> = {
  'npm `ccxt` positions': 'js/src/prediction/polymarket.js:1698 looks for `data` in what is a list',
  [`${POLY_SDK} midpoint`]: 'dist/src/services/market-service.js:306 makes a number of an object',
  [`${POLY_SDK} spread`]: 'dist/src/services/market-service.js:316, the same',
  [`${POLY_SDK} last trade`]: 'dist/src/services/market-service.js:326, the same',
  [`${POLY_SDK} current`]: 'dist/src/services/trading-service.js:613 wants `tokens`, which only the rewards of one market have',
  [`${POLY_SDK} price change`]:
    'dist/src/services/realtime-service-v2.js:1099 wants a list in each of the changes that its own code has taken apart',
  [`${POLY_SDK} order of a user`]: 'dist/src/services/realtime-service-v2.js:958 wants `order_id`, which is `id`',
  [`${VARLA} own trades`]: 'dist/index.js:5820 gives the page where it promises its list',
  [`${VARLA} rewarded markets`]: 'dist/index.js:5837, the same',
  [`${VARLA} history`]: 'dist/index.js:1359 sends an interval with both times, which exclude each other',
  [`${VARLA} book stream`]: 'dist/index.js:6137 wants `type`, which is `event_type`',
  [`${KIT} related tags`]: 'polymarket_kit/gamma/models.py:101 has names of its own for the fields',
  [`${KIT} live volume`]: 'polymarket_kit/data/models.py:183 wants one object, which is a list of one',
  [`${KUEST} accept`]: 'py_clob_client/rfq/rfq_client.py:540 calls `dict`, which orders of the second version do not have',
  [`${KUEST} approve`]: 'py_clob_client/rfq/rfq_client.py:636, the same',
  [`${POLYMARKET_RS} is scoring`]: 'src/client/trading.rs:341 sends `id`, which is `order_id`',
  [`${POLYMARKET_RS} midpoints`]: 'src/client/clob.rs:56 sends an object, which is a list (and :75, :117 and :159)',
  [`${POLYMARKET_RS} neg risk`]: 'src/client/clob.rs:129 sends `condition_id`, which is `token_id`',
  [`${GO} api keys`]: 'pkg/clob/clobtypes/types.go:415 wants objects where keys are text',
  [`${GO} request`]: 'pkg/clob/rfq/types.go:35 sends `userType` as text',
  [`${GO} requests`]: 'pkg/clob/rfq/types.go:149 wants a list, which is a page',
  [`${GO} status`]: 'pkg/gamma/impl.go:75 wants JSON where everybody else reads the bare OK',
  [`${GO} events`]: 'pkg/gamma/types.go:337 wants `volume` as text',
  [`${GO} event`]: 'as for events',
  [`${GO} markets`]: 'pkg/gamma/types.go:242 wants a volume without fraction',
  [`${GO} series`]: 'as for events',
  [`${GO} search`]: 'as for events',
  [`${GO} positions`]: 'pkg/data/types.go:359 wants `eventId` as a number',
  [`${GO} current`]: 'pkg/clob/clobtypes/types.go:569 wants `rewards_max_spread` as text',
  [`${GO} of a market`]: 'pkg/clob/clobtypes/types.go:592, the same',
  [`${GO} earnings and markets`]: 'pkg/clob/impl_account.go:205 asks for a path that no service has',
};

/** Undefined when a failed step is not the client's fault. */
export function ownFault(client: string, step: string): string | undefined {
  return OWN_FAULTS[`${client} ${step}`];
}
