import { WebSocketReader } from '@foretell/testing';
import { fieldsOf, type Fields } from './answer';

/** A JSON list, or a plain text. */
type Frame = readonly Fields[] | string;

/** A stream client that records the received WebSocket messages. */
export class StreamReader extends WebSocketReader {
  private readonly parsed: Frame[] = [];

  /** Connects to the service at its http:// URL. */
  static async open(url: string, channel: 'market' | 'user', first?: object, localAddress?: string): Promise<StreamReader> {
    const reader = await new StreamReader(url, `/ws/${channel}`, localAddress).opened();
    if (first !== undefined) reader.say(first);
    return reader;
  }

  /** The received frames, each parsed once: polls read them again and again. */
  get frames(): readonly Frame[] {
    for (const text of this.texts.slice(this.parsed.length)) this.parsed.push(framed(text));
    return this.parsed;
  }

  /** All messages, in order. */
  get messages(): readonly Fields[] {
    return this.frames.flatMap((frame) => (typeof frame === 'string' ? [] : frame));
  }

  of(type: string): readonly Fields[] {
    return this.messages.filter(({ event_type }) => event_type === type);
  }
}

function framed(text: string): Frame {
  if (!/^[[{]/.test(text)) return text;
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.map(fieldsOf) : [fieldsOf(value)];
}
