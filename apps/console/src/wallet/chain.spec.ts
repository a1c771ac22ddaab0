import { onChain } from './chain';
import type { Provider } from './providers';

const POLYGON = { name: 'Polygon', currency: 'POL', rpcUrl: 'https://rpc.example.org' };
const fault = (code: number, more: object = {}) => Object.assign(new Error('no'), { code, ...more });
const UNKNOWN = fault(4902);

interface Behaviour {
  readonly on: string;
  readonly knows?: boolean;
  readonly switching?: Error;
  readonly adding?: Error;
  /** Adds a chain without switching to it. */
  readonly stays?: boolean;
}

/** A wallet that reports its chain in its own way, and the requests it received. */
function wallet({ on, knows = true, switching, adding, stays = false }: Behaviour): { provider: Provider; asked: string[] } {
  let [chain, known] = [on, knows];
  const asked: string[] = [];
  const request = async ({
    method,
    params,
  }: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown> => {
    asked.push(params === undefined ? method : `${method} ${JSON.stringify(params)}`);
    if (method === 'eth_chainId') return chain;
    if (method === 'wallet_switchEthereumChain') {
      if (switching !== undefined) throw switching;
      if (!known) throw UNKNOWN;
      chain = '0x89';
    } else {
      if (adding !== undefined) throw adding;
      known = true;
      if (!stays) chain = '0x89';
    }
    return null;
  };
  return { provider: { request }, asked };
}

describe('the chain for which orders are signed', () => {
  it.each(['0x89', '0X89', '137'])('needs no request to a wallet that reports %s', async (on) => {
    const { provider, asked } = wallet({ on });
    await onChain(provider, 137, POLYGON);
    expect(asked).toEqual(['eth_chainId']);
  });

  it('is requested, and added with all of the site’s settings when the wallet does not know it', async () => {
    const { provider, asked } = wallet({ on: '0x1', knows: false });
    await onChain(provider, 137, POLYGON);
    expect(asked.slice(1, 3)).toEqual([
      'wallet_switchEthereumChain [{"chainId":"0x89"}]',
      'wallet_addEthereumChain [{"chainId":"0x89","chainName":"Polygon","nativeCurrency":{"name":"POL","symbol":"POL","decimals":18},' +
        '"rpcUrls":["https://rpc.example.org"]}]',
    ]);
  });

  it('is requested again after it was added by a wallet that does not switch', async () => {
    const { provider, asked } = wallet({ on: '0x1', knows: false, stays: true });
    await onChain(provider, 137, POLYGON);
    expect(asked.filter((each) => each.startsWith('wallet_switch'))).toHaveLength(2);
  });

  it('is recognized as unknown inside the error of a mobile wallet', async () => {
    const wrapped = fault(-32603, { data: { originalError: UNKNOWN } });
    const { provider } = wallet({ on: '0x1', switching: wrapped });
    await expect(onChain(provider, 137, null)).rejects.toThrow(/^Your wallet does not know chain 137, .* Add it in your wallet/);
  });

  it.each([
    [
      'the change is declined',
      { switching: fault(4001) },
      /Polygon \(chain 137\), and you left your wallet on another\. Nothing was sent/,
    ],
    ['the addition is declined', { knows: false, adding: fault(4001) }, /you left your wallet on another/],
    ['the wallet cannot be asked', { switching: fault(-32601) }, /your wallet cannot be asked to change\. Choose it there/],
  ])('is named in the error when %s', async (_what, behaviour, words) => {
    await expect(onChain(wallet({ on: '0x1', ...behaviour }).provider, 137, POLYGON)).rejects.toThrow(words);
  });

  it('passes other errors of the wallet on', async () => {
    const pending = fault(-32002);
    await expect(onChain(wallet({ on: '0x1', switching: pending }).provider, 137, POLYGON)).rejects.toBe(pending);
  });
});
