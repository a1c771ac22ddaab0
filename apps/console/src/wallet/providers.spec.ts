import { announced, offeredWallets } from './providers';

const PROVIDER = { request: () => Promise.resolve(null) };

describe('the wallets of a browser', () => {
  it('are those that announce themselves on request', async () => {
    const announce = (): void => {
      const detail = { info: { rdns: 'io.example', name: 'Example', uuid: '1', icon: '' }, provider: PROVIDER };
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    };
    window.addEventListener('eip6963:requestProvider', announce);
    expect(await offeredWallets()).toEqual([{ id: 'io.example', name: 'Example', icon: null, provider: PROVIDER }]);
    window.removeEventListener('eip6963:requestProvider', announce);
  });

  it('else the injected one, else none', async () => {
    expect(await offeredWallets()).toEqual([]);
    Object.assign(window, { ethereum: PROVIDER });
    expect(await offeredWallets()).toEqual([{ id: 'injected', name: 'Browser wallet', icon: null, provider: PROVIDER }]);
    Object.assign(window, { ethereum: undefined });
  });

  it('exclude objects without a request method', () => {
    expect(announced({ info: { rdns: 'io.example', name: 'Example' }, provider: {} })).toBeNull();
    expect(announced(null)).toBeNull();
  });
});
