import { WebSocketReader } from '@foretell/testing';

/** A client of the live-data stream that records each frame. */
export class LiveReader extends WebSocketReader {
  private pongs = 0;

  /** Connects to a service by its HTTP address. */
  static open(url: string, path = '/'): Promise<LiveReader> {
    return new LiveReader(url, path).opened();
  }

  /** Subscribes, and waits until the subscription has begun. */
  async subscribe(...subscriptions: readonly object[]): Promise<void> {
    this.say({ action: 'subscribe', subscriptions });
    await this.heard();
  }

  /** Messages are processed in order: PONG proves that the earlier ones were. */
  async heard(): Promise<void> {
    const pongs = (this.pongs += 1);
    this.say('PING');
    await this.until('PONG', () => this.texts.filter((text) => text === 'PONG').length >= pongs);
  }

  /** Without PONG. */
  get messages(): readonly string[] {
    return this.texts.filter((text) => text !== 'PONG');
  }
}
