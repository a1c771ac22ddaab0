/** One message as a WebSocket frame. */
export function frameOf(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/**
 * The messages of a step as WebSocket frames: one object a frame, as public clients expect. Bundled, several messages are one
 * frame with a list.
 */
export function framesOf(messages: readonly object[], isBundled: boolean): readonly Buffer[] {
  return isBundled && messages.length > 1 ? [frameOf(messages)] : messages.map(frameOf);
}

/** Encoded books, as text of one byte a character, in one frame: always a list, as public clients expect. */
export function listFrameOf(messages: readonly string[]): Buffer {
  return Buffer.from(`[${messages.join(',')}]`, 'latin1');
}
