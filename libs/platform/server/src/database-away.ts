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
/** What Node.js says of a socket that is gone. */
const OF_NODE = /^ERR_(STREAM|SOCKET)_/;
/** What the driver says of a connection that is gone or could not be had; it gives no code. */
const OF_DRIVER =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (was|has encountered))/;

/** Whether it failed because the database is away or lacks room, and not because of what was asked. */
export function isDatabaseAway(thrown: unknown): boolean {
  // Not instanceof: errors of sockets come from outside of the realm that Jest runs a spec in.
  if (!types.isNativeError(thrown)) return false;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const isOfServer = 'severity' in thrown && OF_SERVER.test(code);
  return (
    isOfServer || OF_SYSTEM.has(code) || OF_NODE.test(code) || OF_DRIVER.test(thrown.message) || isDatabaseAway(thrown.cause)
  );
}
