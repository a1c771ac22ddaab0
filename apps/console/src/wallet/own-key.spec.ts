import { ownKey } from './own-key';

/** Makes keys as the exchange does: one for each nonce, none again once it was revoked. */
class Exchange {
  readonly asked: bigint[] = [];
  readonly revoked = new Set<bigint>();

  readonly create = (nonce: bigint) => {
    this.asked.push(nonce);
    if (this.revoked.has(nonce)) return Promise.reject(Object.assign(new Error('no'), { code: 'api_key_revoked' }));
    return Promise.resolve({ apiKey: `key ${nonce}`, secret: 's', passphrase: 'p' });
  };
}

describe('the key of a wallet', () => {
  it('is the one of nonce 0, by one signature, as long as nobody revoked it', async () => {
    const exchange = new Exchange();
    expect(await ownKey(exchange.create)).toEqual({ apiKey: 'key 0', secret: 's', passphrase: 'p' });
    expect(exchange.asked).toEqual([0n]);
  });

  it('is the same in each browser after some were revoked', async () => {
    const exchange = new Exchange();
    exchange.revoked.add(0n).add(1n);
    expect(await ownKey(exchange.create)).toEqual(await ownKey(exchange.create));
    expect(exchange.asked).toEqual([0n, 1n, 2n, 0n, 1n, 2n]);
  });

  it('is not asked for again when something else failed', async () => {
    const create = jest.fn().mockRejectedValue(new Error('declined'));
    await expect(ownKey(create)).rejects.toThrow('declined');
    expect(create).toHaveBeenCalledTimes(1);
  });
});
