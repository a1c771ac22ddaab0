/** Messages as one WebSocket message: an object when there is one, a list when there are several. */
export function frameOf(messages: readonly object[]): Buffer {
  const [first] = messages;
  return Buffer.from(JSON.stringify(messages.length === 1 ? first : messages));
}

/**
 * Messages that are encoded already, as text of one byte a character, in one WebSocket message at the beginning of a
 * subscription: always a list, as public clients know it.
 */
export function listFrameOf(messages: readonly string[]): Buffer {
  return Buffer.from(`[${messages.join(',')}]`, 'latin1');
}
