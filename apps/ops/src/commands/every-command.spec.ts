import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPS_EXAMPLES, opsCommandNames, type OpsCommandName, type OpsReply } from '@foretell/contracts';
import { runWith } from '../testing/run-with';

const WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const FILE = 'FILE';

/** A command line for each operator command. A command of the contracts without a command line here fails to compile. */
const WORDS: { readonly [N in OpsCommandName]: string } = {
  'ops.clob.markets.list': 'markets list',
  'ops.clob.markets.pause': 'markets pause rain',
  'ops.clob.markets.resume': 'markets resume rain',
  'ops.clob.markets.close': 'markets close rain',
  'ops.clob.markets.resolve': 'markets resolve rain Yes',
  'ops.clob.markets.set': 'markets set rain --tick 0.001',
  'ops.clob.resolutions.list': 'resolutions list --stage proposed',
  'ops.clob.resolutions.propose': 'resolutions propose rain Yes --reference a --source https://a.example/1',
  'ops.clob.resolutions.object': 'resolutions object rain --reference a',
  'ops.clob.resolutions.finalize': 'resolutions finalize rain Yes --reference a',
  'ops.clob.resolutions.reverse': 'resolutions reverse rain --reference a',
  'ops.clob.ledger.credit': `ledger credit ${WALLET} 5 --reference a`,
  'ops.clob.ledger.debit': `ledger debit ${WALLET} 5 --reference a`,
  'ops.clob.ledger.show': `ledger show ${WALLET}`,
  'ops.clob.ledger.pending': 'ledger pending',
  'ops.clob.ledger.approve': 'ledger approve deposit-7781',
  'ops.clob.ledger.decline': 'ledger decline deposit-7781',
  'ops.clob.report': 'report --from 2026-11-01 --to 2026-12-01',
  'ops.clob.wallets.link': `wallets link ${WALLET} 0x70997970c51812dc3a010c7d01b50e0d17dc79c8 --kind safe`,
  'ops.clob.keys.list': `keys list ${WALLET}`,
  'ops.clob.keys.show': 'keys show fd9b64a9-9775-4dd1-8f7f-2d9f06feeb40',
  'ops.clob.keys.revoke': 'keys revoke fd9b64a9-9775-4dd1-8f7f-2d9f06feeb40',
  'ops.clob.keys.revoke-all': `keys revoke-all ${WALLET}`,
  'ops.clob.keys.ban': `keys ban ${WALLET}`,
  'ops.clob.keys.bans': 'keys bans',
  'ops.clob.rewards.report': 'rewards report --date 2026-11-21',
  'ops.clob.rewards.pay': 'rewards pay --date 2026-11-21',
  'ops.clob.limits.show': 'limits show --surface clob',
  'ops.clob.limits.set': 'limits set general 8000 --surface clob',
  'ops.clob.facts.replay': 'events replay --surface clob --from 1',
  'ops.clob.facts.reread': 'events reread --surface clob',
  'ops.clob.audit.list': 'audit --surface clob',
  'ops.clob.set-aside.list': 'events dead-letters list --surface clob',
  'ops.clob.set-aside.replay': 'events dead-letters replay --surface clob',
  'ops.clob.set-aside.drop': 'events dead-letters drop --surface clob --source gamma --sequence 4711',
  'ops.clob.doctor': 'doctor --surface clob',
  'ops.gamma.catalog.import': `catalog import ${FILE}`,
  'ops.gamma.limits.show': 'limits show --surface gamma',
  'ops.gamma.limits.set': 'limits set general 8000 --surface gamma',
  'ops.gamma.facts.replay': 'events replay --surface gamma --from 1',
  'ops.gamma.facts.reread': 'events reread --surface gamma',
  'ops.gamma.set-aside.list': 'events dead-letters list --surface gamma',
  'ops.gamma.set-aside.replay': 'events dead-letters replay --surface gamma',
  'ops.gamma.set-aside.drop': 'events dead-letters drop --surface gamma --source gamma --sequence 4711',
  'ops.gamma.audit.list': 'audit --surface gamma',
  'ops.gamma.doctor': 'doctor --surface gamma',
  'ops.data.profiles.import': `profiles import ${FILE}`,
  'ops.data.limits.show': 'limits show --surface data',
  'ops.data.limits.set': 'limits set general 8000 --surface data',
  'ops.data.projections.rebuild': 'projections rebuild',
  'ops.data.set-aside.list': 'events dead-letters list --surface data',
  'ops.data.set-aside.replay': 'events dead-letters replay --surface data',
  'ops.data.set-aside.drop': 'events dead-letters drop --surface data --source gamma --sequence 4711',
  'ops.data.audit.list': 'audit --surface data',
  'ops.data.doctor': 'doctor --surface data',
};

describe('every operator command', () => {
  let folder: string;
  let file: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'foretell-ops-'));
    file = join(folder, 'rows.json');
    writeFileSync(file, '[{"id": 1}]');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(opsCommandNames().map((name) => [name, WORDS[name]] as const))('%s is sent by "ops %s"', async (name, words) => {
    const reply: OpsReply<OpsCommandName> = { ok: true, result: OPS_EXAMPLES[name].result };
    const line = words.split(' ').map((word) => (word === FILE ? file : word));
    const { requests, complaints } = await runWith(line, { [name]: reply });
    expect({ sent: requests.map(({ command }) => command), complaints }).toEqual({ sent: [name], complaints: [] });
  });
});
