import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { healthy } from './install-steps.mjs';
import { attempt, kubectl, SITE, sql, until } from './kubectl.mjs';
import { runPage } from './page.mjs';

const QUOTED = { market: 'will-the-heron-rocket-reach-orbit-by-autumn', prior: 0.62 };
const EXAMPLE = { market: 'slug-or-condition-id', prior: 0.5 };
const LEVELS_BOTH_SIDES = 10;

/** The market maker, started as documented: it quotes once its wallet has money, and leaves no order when it ends. */
async function maker({ folder, images, tag }) {
  const file = join(folder, 'deploy', 'k8s', 'examples', 'maker.yaml');
  const example = JSON.stringify(EXAMPLE)
    .slice(1, -1)
    .replaceAll(/([:,])/g, '$1 ');
  const text = readFileSync(file, 'utf8');
  if (!text.includes(example)) throw new Error(`maker.yaml does not quote ${example}`);
  const quoted = JSON.stringify(QUOTED)
    .slice(1, -1)
    .replaceAll(/([:,])/g, '$1 ');
  writeFileSync(file, text.replace(example, quoted).replace(/image: foretell\/maker:\S+/, `image: ${images}maker:${tag}`));
  try {
    const printed = await runPage(folder, 'maker');
    const [wallet] = /0x[0-9a-fA-F]{40}/.exec(printed);
    const open = async () => {
      const found = await sql(
        `SELECT count(*) FROM clob.orders o JOIN clob.wallets w ON w.number = o.wallet_number WHERE w.wallet = '${wallet.toLowerCase()}' AND o.locked_micros > 0`,
      );
      return Number(found[0]);
    };
    await until('the maker quotes', async () => (await open()) >= LEVELS_BOTH_SIDES, 120_000);
    const quotes = await open();
    await kubectl(['-n', SITE, 'scale', 'deploy/maker', '--replicas=0']);
    await until('a maker that has ended has no open order', async () => (await open()) === 0, 60_000);
    return { notes: [`${quotes} orders at both sides of ${QUOTED.prior}; none after its end; ${await healthy()}`] };
  } finally {
    await attempt(['delete', '-n', SITE, '-f', file, '--ignore-not-found']);
    await attempt(['-n', SITE, 'delete', 'secret', 'maker-secrets', '--ignore-not-found']);
  }
}

export const makerSteps = [{ name: 'maker', title: 'the market maker quotes, and leaves nothing behind', run: maker }];
