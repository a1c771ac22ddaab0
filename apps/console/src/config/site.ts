/** Where the site's surfaces are, without a slash at the end. Read at run time, so that one build serves every site. */
export interface Site {
  readonly clob: string;
  readonly gamma: string;
  readonly data: string;
  /** What a wallet must know of the chain that orders are signed for, to add it; null where the site does not say. */
  readonly chain: SiteChain | null;
}

/** A chain as wallets are told of it (EIP-3085). */
export interface SiteChain {
  readonly name: string;
  /** Of its native currency, such as POL. */
  readonly currency: string;
  readonly rpcUrl: string;
}

const SURFACES = ['clob', 'gamma', 'data'] as const;

/** Reads `config.json` beside index.html. Throws a sentence for whoever runs the site when it is not there or says too little. */
export async function loadSite(load: typeof fetch = fetch): Promise<Site> {
  const answer = await load('/config.json');
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}: it must name the surfaces' addresses`);
  return siteOf(await answer.json());
}

/** Throws when an address is missing or is none. */
export function siteOf(config: unknown): Site {
  const fields = fieldsOf(config);
  const [clob, gamma, data] = SURFACES.map((name) => addressOf(name, fields[name]));
  if (clob === undefined || gamma === undefined || data === undefined) throw new Error('config.json is empty');
  return { clob, gamma, data, chain: fields['chain'] === undefined ? null : chainOf(fieldsOf(fields['chain'])) };
}

function chainOf({ name, currency, rpcUrl }: Readonly<Record<string, unknown>>): SiteChain {
  if (typeof name !== 'string' || typeof currency !== 'string' || typeof rpcUrl !== 'string')
    throw new Error('config.json: chain must have name, currency and rpcUrl');
  return { name, currency, rpcUrl };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function addressOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^https?:\/\/./.test(value)) throw new Error(`config.json: ${name} must be an http address`);
  return value.replace(/\/+$/, '');
}
