/** The console's environment. Throws one error with every fault. */

import { isIP } from 'node:net';

/** The address of each service for browsers: its variable and its default. */
const ADDRESSES = {
  clob: ['CONSOLE_CLOB_URL', 'http://127.0.0.1:3001'],
  gamma: ['CONSOLE_GAMMA_URL', 'http://127.0.0.1:3002'],
  data: ['CONSOLE_DATA_URL', 'http://127.0.0.1:3003'],
};

/** The chain details that a wallet needs for an unknown chain: all of them, or none. */
const CHAIN = { name: 'CONSOLE_CHAIN_NAME', currency: 'CONSOLE_CHAIN_CURRENCY', rpcUrl: 'CONSOLE_CHAIN_RPC_URL' };

/**
 * @returns {{
 *   host?: string,
 *   port: number,
 *   site: Record<'clob' | 'gamma' | 'data', string>,
 *   chain?: Record<keyof typeof CHAIN, string>,
 *   pictures: string[],
 *   catalog?: string,
 *   brandFile?: string,
 * }} site: the services' addresses for browsers
 */
export function readSettings(environment) {
  const faults = [];
  const port = Number(environment.CONSOLE_PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push('CONSOLE_PORT must be a port, 0 to 65535');
  const host = environment.LISTEN_HOST || undefined;
  if (host !== undefined && isIP(host) === 0) faults.push('LISTEN_HOST must be an IP address of this machine, such as 127.0.0.1');
  const addresses = Object.entries(ADDRESSES).map(([service, [variable, usual]]) => {
    const address = addressOf(environment[variable] || usual);
    if (address === undefined)
      faults.push(`${variable} must be where browsers reach the service, such as https://${service}.example.org`);
    return [service, address];
  });
  const chain = chainOf(environment, faults);
  const catalog = catalogOf(environment, faults);
  const pictures = picturesOf(environment, faults);
  if (faults.length > 0) throw new Error(`invalid configuration:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  const brandFile = environment.CONSOLE_BRAND_FILE || undefined;
  return { host, port, site: Object.fromEntries(addresses), pictures, catalog, brandFile, ...chain };
}

/** The service that this server asks for titles; undefined for none. */
function catalogOf({ CONSOLE_CATALOG_URL: text }, faults) {
  if (!text) return undefined;
  const address = addressOf(text);
  if (address === undefined)
    faults.push('CONSOLE_CATALOG_URL must be where this server reaches the catalog, such as http://gamma:3002');
  return address;
}

/** Origins from which browsers may load the pictures of events. */
function picturesOf({ CONSOLE_PICTURE_ORIGINS: text = '' }, faults) {
  const given = text.split(/[\s,]+/).filter(Boolean);
  if (given.some((origin) => !/^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) || new URL(origin).origin !== origin))
    faults.push('CONSOLE_PICTURE_ORIGINS must be origins, such as https://images.example.org');
  return given;
}

function chainOf(environment, faults) {
  const given = Object.entries(CHAIN).filter(([, variable]) => environment[variable]);
  if (given.length === 0) return {};
  if (given.length < Object.keys(CHAIN).length) faults.push(`${Object.values(CHAIN).join(', ')} are set together or not at all`);
  const chain = Object.fromEntries(given.map(([name, variable]) => [name, environment[variable]]));
  if (chain.rpcUrl !== undefined && addressOf(chain.rpcUrl) === undefined)
    faults.push(`${CHAIN.rpcUrl} must be where wallets reach the chain, such as https://rpc.example.org`);
  return { chain };
}

/** Without a trailing slash; undefined unless it is an http address without query and fragment. */
function addressOf(text) {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol) || [username, password, search, hash].some((part) => part !== '')) return undefined;
  return origin + pathname.replace(/\/+$/, '');
}
