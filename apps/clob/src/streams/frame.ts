/** One message as a WebSocket frame. */
export function frameOf(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/**
 * The messages of a step as WebSocket frames: one object a frame, as public clients expect. Bundled, several messages are one
 * frame with a list.
 */
export function framesOf(messages: readonly object[], isBundled: boolean): readonly Buffer[] {
  return framesOfTexts(
    messages.map((message) => JSON.stringify(message)),
    isBundled,
  );
}

/** The same for messages that are encoded already. */
export function framesOfTexts(messages: readonly string[], isBundled: boolean): readonly Buffer[] {
  return isBundled && messages.length > 1 ? [Buffer.from(`[${messages.join(',')}]`)] : messages.map((text) => Buffer.from(text));
}

/** Encoded books, as text of one byte a character, in one frame: always a list, as public clients expect. */
export function listFrameOf(messages: readonly string[]): Buffer {
  return Buffer.from(`[${messages.join(',')}]`, 'latin1');
}
