/** The market maker of a local system: it quotes the sample with play money. */
import { join } from 'node:path';
import { spawnDetached } from './embedded/processes.mjs';
import { appMain, localSecrets, LOGS, runEnvironment, writeAppState } from './local-state.mjs';
import { runOps } from './ops-process.mjs';
import { ROOT, say } from './workspace.mjs';

const QUOTES = join('apps', 'maker', 'sample', 'quotes.json');
/** More than all ladders of the sample need. */
const PLAY_MONEY = '1000000';

/** Credits the maker's wallet once, and starts it. @returns its process id; undefined when it was not started */
export async function startMaker() {
  say('Starting the market maker');
  const { makerKey } = localSecrets();
  const { walletFromPrivateKey } = await import('@foretell/client');
  const { checksummedAddress } = await walletFromPrivateKey(Buffer.from(makerKey, 'hex'));
  const credit = ['ledger', 'credit', checksummedAddress, PLAY_MONEY, '--reference', 'play-money-of-the-maker'];
  const code = await runOps(credit, ['ignore', 'ignore', 'inherit']);
  if (code !== 0) {
    say('The market maker has no money and was not started');
    return undefined;
  }
  const env = { ...process.env, ...runEnvironment(), MAKER_PRIVATE_KEY: makerKey, MAKER_QUOTES: QUOTES };
  const logFile = join(LOGS, 'maker.log');
  const { child } = spawnDetached(process.execPath, ['--enable-source-maps', appMain('maker')], { cwd: ROOT, env, logFile });
  writeAppState('maker', { pid: child.pid });
  child.once('exit', (exit) => {
    if (exit !== 0 && exit !== null) say(`The market maker ended, its quotes with it. Its log says why: ${logFile}`);
  });
  return child.pid;
}
