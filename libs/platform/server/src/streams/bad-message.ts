/**
 * A stream message, or a part of it, that cannot be carried out: the client is sent the code and the reason, and stays connected.
 */
export class BadMessage extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
