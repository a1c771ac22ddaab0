import { types } from 'node:util';

/** A session that ended or could not begin, and resources that a server lacks: disk, memory, connections. */
const OF_SERVER = /^(08|53|57P0)/;
const OF_SYSTEM: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Codes of Node.js for a closed socket. */
const OF_NODE = /^ERR_(STREAM|SOCKET)_/;
/** The driver's messages for a connection that was lost or unavailable; they have no code. */
const OF_DRIVER = /^(Connection terminated|timeout expired|Query read timeout|Client (was|has encountered))/;

/** Whether it failed because the database is unreachable or out of resources, and not because of the query. */
export function isDatabaseAway(thrown: unknown): boolean {
  // Not instanceof: socket errors come from outside the realm in which Jest runs a spec.
  if (!types.isNativeError(thrown)) return false;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const isOfServer = 'severity' in thrown && OF_SERVER.test(code);
  return (
    isOfServer || OF_SYSTEM.has(code) || OF_NODE.test(code) || OF_DRIVER.test(thrown.message) || isDatabaseAway(thrown.cause)
  );
}
