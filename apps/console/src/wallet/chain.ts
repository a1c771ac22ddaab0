import type { SiteChain } from '../config/site';
import { fieldsOf } from '../live/fields-of';
import type { Provider } from './providers';
import { codeOf } from './refusal-words';

/** The wallet does not know the chain (EIP-3326). */
const UNKNOWN_CHAIN = '4902';
const DECLINED = '4001';
/** The wallet has no such method: EIP-1193, JSON-RPC. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['4200', '-32601']);
/** Decimals of the currency of all chains that Ethereum wallets support; EIP-3085 requires the field. */
const CURRENCY_DECIMALS = 18;

/**
 * Switches a wallet to the chain for which orders are signed: wallets refuse to sign typed data of another chain. If the wallet
 * does not know the chain, adds it from the site's settings (config.json). Throws a sentence for the user when the wallet stays
 * on another chain.
 */
export async function onChain(provider: Provider, chainId: number, chain: SiteChain | null): Promise<void> {
  if ((await chainOf(provider)) === chainId) return;
  const name = chain === null ? `chain ${chainId}` : `${chain.name} (chain ${chainId})`;
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: hexOf(chainId) }] });
  } catch (cause) {
    if (innerCodeOf(cause) !== UNKNOWN_CHAIN) throw refusedChange(cause, name);
    if (chain === null)
      throw new Error(`Your wallet does not know ${name}, which orders are signed for. Add it in your wallet and try again.`, {
        cause,
      });
    await add(provider, chainId, chain, name);
  }
  if ((await chainOf(provider)) !== chainId)
    throw new Error(`Orders are signed for ${name}, and your wallet is on another. Choose it in your wallet and try again.`);
}

async function add(provider: Provider, chainId: number, chain: SiteChain, name: string): Promise<void> {
  const nativeCurrency = { name: chain.currency, symbol: chain.currency, decimals: CURRENCY_DECIMALS };
  const terms = { chainId: hexOf(chainId), chainName: chain.name, nativeCurrency, rpcUrls: [chain.rpcUrl] };
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [terms] });
    // Some wallets add a chain without switching to it.
    if ((await chainOf(provider)) !== chainId)
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: terms.chainId }] });
  } catch (cause) {
    throw refusedChange(cause, name);
  }
}

/** The chain's id; null when the wallet returns none. Wallets return hex in any case, and some a number. */
async function chainOf(provider: Provider): Promise<number | null> {
  const said = Number(await provider.request({ method: 'eth_chainId' }));
  return Number.isSafeInteger(said) ? said : null;
}

function refusedChange(cause: unknown, name: string): unknown {
  const code = innerCodeOf(cause);
  if (code === DECLINED)
    return new Error(`Orders are signed for ${name}, and you left your wallet on another. Nothing was sent.`, { cause });
  if (UNSUPPORTED.has(code))
    return new Error(`Orders are signed for ${name}, and your wallet cannot be asked to change. Choose it there and try again.`, {
      cause,
    });
  return cause;
}

/** Some wallets wrap the error: MetaMask mobile returns -32603 with 4902 inside. */
function innerCodeOf(fault: unknown): string {
  const { originalError } = fieldsOf(fieldsOf(fault)['data']);
  return originalError === undefined ? codeOf(fault) : codeOf(originalError);
}

function hexOf(chainId: number): string {
  return `0x${chainId.toString(16)}`;
}
