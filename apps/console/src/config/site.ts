import { fieldsOf } from '../live/fields-of';

/** Addresses of the site's services, without a trailing slash. Read at run time, so that one build serves every site. */
export interface Site {
  readonly clob: string;
  readonly gamma: string;
  readonly data: string;
  /** What a wallet needs to add the chain for which orders are signed; null when the site does not configure it. */
  readonly chain: SiteChain | null;
  /** Origins from which pictures of events are shown. */
  readonly pictures: readonly string[];
}

/** A chain in the terms of EIP-3085. */
export interface SiteChain {
  readonly name: string;
  /** Symbol of its native currency, such as POL. */
  readonly currency: string;
  readonly rpcUrl: string;
}

const SERVICES = ['clob', 'gamma', 'data'] as const;

/** Reads `config.json` next to index.html. Throws a sentence for the site's operator when it is missing or incomplete. */
export async function loadSite(): Promise<Site> {
  const answer = await fetch('/config.json');
  if (!answer.ok) throw new Error(`config.json returned ${answer.status}: it must name the services' addresses`);
  return siteOf(await answer.json());
}

/** Throws when an address is missing or invalid. */
export function siteOf(config: unknown): Site {
  const fields = fieldsOf(config);
  const [clob, gamma, data] = SERVICES.map((name) => addressOf(name, fields[name]));
  if (clob === undefined || gamma === undefined || data === undefined) throw new Error('config.json is empty');
  const chain = fields['chain'] === undefined ? null : chainOf(fieldsOf(fields['chain']));
  const { pictures = [] } = fields;
  if (!Array.isArray(pictures)) throw new Error('config.json: pictures must be a list of origins');
  return { clob, gamma, data, chain, pictures: pictures.map(String) };
}

function chainOf({ name, currency, rpcUrl }: Readonly<Record<string, unknown>>): SiteChain {
  if (typeof name !== 'string' || typeof currency !== 'string' || typeof rpcUrl !== 'string')
    throw new Error('config.json: chain must have name, currency and rpcUrl');
  return { name, currency, rpcUrl };
}

function addressOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^https?:\/\/./.test(value)) throw new Error(`config.json: ${name} must be an http address`);
  return value.replace(/\/+$/, '');
}
