import { randomUUID } from 'node:crypto';
import type { ActivityMessageType, LiveDataErrorMessage } from '@foretell/contracts';
import type { StreamConnection } from '@foretell/platform-server';
import type { ActivityFeed } from './activity-feed';
import { keyOf, type ActivityReader } from './activity-readers';
import { BadWish, readLiveDataRequest, type ActivityFilter, type ActivityWish } from './live-data-request';

interface Subscription {
  readonly type: ActivityMessageType;
  readonly filter: ActivityFilter;
}

/**
 * A caller of the live-data stream. What is not served is refused by a message, never by a close: published clients end a
 * subscription that is answered by an error, and connect again for ever when they are cut off. Source: docs/decisions/live-data.md.
 */
export class LiveDataConnection implements ActivityReader {
  private readonly id = randomUUID();
  /** What each message ends with on this connection. */
  private readonly end = Buffer.from(`,"connection_id":"${this.id}"}`);
  private readonly subscriptions = new Map<string, Subscription>();

  constructor(
    private readonly connection: StreamConnection,
    private readonly feed: ActivityFeed,
    private readonly subscriptionsMax: number,
  ) {
    connection.listen((text) => this.hear(text));
    connection.onClose(() => {
      for (const subscription of this.subscriptions.values()) this.feed.leave(subscription.type, subscription.filter, this);
      this.subscriptions.clear();
    });
  }

  send(message: Buffer): void {
    this.connection.send(Buffer.concat([message, this.end]));
  }

  private async hear(text: string): Promise<void> {
    // A sign of life in the published client's words, which waits for no answer and would report one as an error.
    if (text === 'ping' || text === '') return;
    try {
      const { isSubscribe, activity, refusals } = readLiveDataRequest(text);
      if (refusals.length > 0) this.refuse(refusals.slice(0, 5).join('; '));
      for (const wish of activity)
        if (isSubscribe) this.subscribe(wish);
        else this.unsubscribe(wish);
    } catch (error) {
      if (!(error instanceof BadWish)) throw error;
      this.refuse(error.message);
    }
    // What is asked for next is answered when this one has begun.
    if (this.subscriptions.size > 0) await this.feed.begun();
  }

  private subscribe({ types, filter }: ActivityWish): void {
    for (const type of types) {
      const key = keyOf(type, filter);
      if (this.subscriptions.has(key)) continue;
      if (this.subscriptions.size >= this.subscriptionsMax)
        throw new BadWish(`more than ${this.subscriptionsMax} subscriptions on one connection`);
      this.subscriptions.set(key, { type, filter });
      this.feed.follow(type, filter, this);
    }
  }

  /** Without a filter, all of the types, whatever their filters. */
  private unsubscribe({ types, filter }: ActivityWish): void {
    for (const [key, subscription] of this.subscriptions) {
      if (!types.includes(subscription.type) || (filter !== null && key !== keyOf(subscription.type, filter))) continue;
      this.subscriptions.delete(key);
      this.feed.leave(subscription.type, subscription.filter, this);
    }
  }

  private refuse(message: string): void {
    const refusal: LiveDataErrorMessage = { statusCode: 400, body: { message }, connection_id: this.id };
    this.connection.sendMessage(refusal);
  }
}
