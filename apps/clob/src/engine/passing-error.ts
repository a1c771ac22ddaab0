import { types } from 'node:util';

/** PostgreSQL's errors about values, constraints, its own limits and corruption: the same rows would fail again. */
const LASTING = /^(22|23|54|XX)/;
/** The driver's messages for a connection that is gone or was refused; they have no code. */
const DISCONNECTED =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout|Client (was|has encountered))/;

/** Returns the error when it or its cause passes by itself (a lock, a full disk, a lost connection); throws it otherwise. */
export function passing(error: unknown): Error {
  for (let cause = error; isError(cause); cause = cause.cause) if (isError(error) && passes(cause)) return error;
  throw error;
}

/** Accepts errors of other realms: Node.js creates socket errors outside the context in which a spec runs. */
export function isError(error: unknown): error is Error {
  return types.isNativeError(error);
}

function passes(error: Error): boolean {
  return isOfDatabase(error) || isOfSystem(error) || DISCONNECTED.test(error.message);
}

function isOfDatabase(error: Error): boolean {
  return 'severity' in error && 'code' in error && typeof error.code === 'string' && !LASTING.test(error.code);
}

/** ECONNREFUSED and similar, and Node.js's errors for a closed socket. */
function isOfSystem(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^(E[A-Z]+|ERR_(STREAM|SOCKET)_\w+)$/.test(error.code);
}
