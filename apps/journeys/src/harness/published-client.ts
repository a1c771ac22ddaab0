import { Chain, ClobClient, type ApiKeyCreds } from '@polymarket/clob-client-v2';
import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { polygon } from 'viem/chains';
import type { World } from './world';

/** A wallet with the public client as its package ships it; only the host is ours. */
export interface PublishedCaller {
  readonly client: ClobClient;
  readonly address: string;
}

/** A new wallet, with its API key created over L1. The client signs orders itself and never connects to a chain. */
export async function publishedCaller(world: World): Promise<PublishedCaller> {
  const account = privateKeyToAccount(generatePrivateKey());
  const signer = createWalletClient({ account, chain: polygon, transport: http('http://127.0.0.1:9') });
  const host = world.clob.url;
  const creds: ApiKeyCreds = await new ClobClient({ host, chain: Chain.POLYGON, signer }).createOrDeriveApiKey();
  return { client: new ClobClient({ host, chain: Chain.POLYGON, signer, creds, throwOnError: true }), address: account.address };
}
