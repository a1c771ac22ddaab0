import { ClobWorld } from '../testing/clob-world';
import { WalletLinks } from './wallet-links';

describe('the wallet of a signature type', () => {
  it('stays the first that was linked, however many follow and after a restart', async () => {
    const world = await ClobWorld.open();
    try {
      const trader = await world.trader();
      const links = world.app.get(WalletLinks);
      const link = { owner: trader.wallet.address, kind: 'safe' } as const;
      const [first, second, third] = [`0x${'5'.repeat(40)}`, `0x${'1'.repeat(40)}`, `0x${'9'.repeat(40)}`];
      for (const wallet of [first, second, third]) {
        await world.pass(1);
        expect(await world.command('ops.clob.wallets.link', { wallet, ...link })).toMatchObject({ ok: true });
      }
      await world.command('ops.clob.ledger.credit', { wallet: first, amount: '1000', reference: 'first' });
      const balance = () => trader.ok('GET', '/balance-allowance?asset_type=COLLATERAL&signature_type=2');
      expect(await balance()).toMatchObject({ balance: '1000000000' });
      expect(links.walletsOf(trader.wallet.address)).toEqual([trader.wallet.address, first, second, third]);
      await links.reload();
      expect(await balance()).toMatchObject({ balance: '1000000000' });
    } finally {
      await world.close();
    }
  });
});
