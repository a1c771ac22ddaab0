/** One message as a WebSocket frame. */
export function frameOf(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/**
 * The messages of a step as WebSocket frames: one object a frame, as public clients read them. Bundled, several are one frame
 * that holds a list.
 */
export function framesOf(messages: readonly object[], isBundled: boolean): readonly Buffer[] {
  return isBundled && messages.length > 1 ? [frameOf(messages)] : messages.map(frameOf);
}

/** Books that are encoded already, as text of one byte a character, in one frame: always a list, as public clients read it. */
export function listFrameOf(messages: readonly string[]): Buffer {
  return Buffer.from(`[${messages.join(',')}]`, 'latin1');
}
