import { types } from 'node:util';

/** What PostgreSQL says of values, of constraints, of its own limits and of corruption: the same rows would fail again. */
const LASTING = /^(22|23|54|XX)/;
/** What the driver says of a connection that is gone or could not be had; it gives no code. */
const DISCONNECTED =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (was|has encountered))/;

/** The error when it passes by itself (a lock, a full disk, a lost connection), or its cause does; throws it when it does not. */
export function passing(error: unknown): Error {
  for (let cause = error; isError(cause); cause = cause.cause) if (isError(error) && passes(cause)) return error;
  throw error;
}

/** Also of errors that another realm has made: sockets' errors are Node.js's own, and not those of the context that a spec runs in. */
export function isError(error: unknown): error is Error {
  return types.isNativeError(error);
}

function passes(error: Error): boolean {
  return isOfDatabase(error) || isOfSystem(error) || DISCONNECTED.test(error.message);
}

function isOfDatabase(error: Error): boolean {
  return 'severity' in error && 'code' in error && typeof error.code === 'string' && !LASTING.test(error.code);
}

/** ECONNREFUSED and its like, and what Node.js says of a socket that is gone. */
function isOfSystem(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^(E[A-Z]+|ERR_(STREAM|SOCKET)_\w+)$/.test(error.code);
}
