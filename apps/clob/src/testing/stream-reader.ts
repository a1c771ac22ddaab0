import { WebSocketReader } from '@foretell/testing';
import { fieldsOf, type Fields } from './answer';

/** A stream client that records the received WebSocket messages. */
export class StreamReader extends WebSocketReader {
  /** Connects to the service at its http:// URL. */
  static async open(url: string, channel: 'market' | 'user', first?: object, localAddress?: string): Promise<StreamReader> {
    const reader = await new StreamReader(url, `/ws/${channel}`, localAddress).opened();
    if (first !== undefined) reader.say(first);
    return reader;
  }

  /** The received frames: JSON lists, or plain texts. */
  get frames(): readonly (readonly Fields[] | string)[] {
    return this.texts.map(framed);
  }

  /** All messages, in order. */
  get messages(): readonly Fields[] {
    return this.frames.flatMap((frame) => (typeof frame === 'string' ? [] : frame));
  }

  of(type: string): readonly Fields[] {
    return this.messages.filter(({ event_type }) => event_type === type);
  }
}

function framed(text: string): readonly Fields[] | string {
  if (!/^[[{]/.test(text)) return text;
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.map(fieldsOf) : [fieldsOf(value)];
}
