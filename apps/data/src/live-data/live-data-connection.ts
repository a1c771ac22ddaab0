import { randomUUID } from 'node:crypto';
import type { ActivityFilter, ActivityMessageType } from '@foretell/contracts';
import { BadMessage, type StreamConnection } from '@foretell/platform-server';
import type { ActivityFeed } from './activity-feed';
import { keyOf, type ActivityReader } from './activity-readers';
import { readLiveDataRequest, type ActivitySubscription } from './live-data-request';

/** Maximum refusals sent per message. */
const REFUSALS_MAX = 5;

interface Subscription {
  readonly type: ActivityMessageType;
  readonly filter: ActivityFilter;
}

/**
 * A client of the live-data stream. Unsupported requests are refused by a message, never by a close: published clients
 * reconnect forever after a disconnect. Source: docs/decisions/live-data.md.
 */
export class LiveDataConnection implements ActivityReader {
  /** The end of each message on this connection. */
  private readonly end = Buffer.from(`,"connection_id":"${randomUUID()}"}`);
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
    // A keep-alive of the published client, which expects no response and would report one as an error.
    if (text === 'ping' || text === '') return;
    try {
      const { isSubscribe, activity, refusals } = readLiveDataRequest(text);
      for (const refusal of refusals.slice(0, REFUSALS_MAX)) this.connection.refuse(refusal);
      for (const each of activity)
        if (isSubscribe) this.subscribe(each);
        else this.unsubscribe(each);
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      this.connection.refuse(error);
    }
    // The next message is processed once this subscription has begun.
    if (this.subscriptions.size > 0) await this.feed.begun();
  }

  private subscribe({ types, filter }: ActivitySubscription): void {
    for (const type of types) {
      const key = keyOf(type, filter);
      if (this.subscriptions.has(key)) continue;
      if (this.subscriptions.size >= this.subscriptionsMax)
        throw new BadMessage('too_many_subscriptions', `more than ${this.subscriptionsMax} subscriptions on one connection`);
      this.subscriptions.set(key, { type, filter });
      this.feed.follow(type, filter, this);
    }
  }

  /** Without a filter, removes all subscriptions of the types, whatever their filters. */
  private unsubscribe({ types, filter }: ActivitySubscription): void {
    for (const [key, subscription] of this.subscriptions) {
      if (!types.includes(subscription.type) || (filter !== null && key !== keyOf(subscription.type, filter))) continue;
      this.subscriptions.delete(key);
      this.feed.leave(subscription.type, subscription.filter, this);
    }
  }
}
