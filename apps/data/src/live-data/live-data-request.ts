import {
  ACTIVITY_TYPES,
  activityFilterOf,
  LiveDataSubscription,
  LiveDataTopic,
  LIVE_DATA_FORM,
  type ActivityFilter,
  type ActivityMessageType,
} from '@foretell/contracts';
import { BadMessage, readMessage, readPart } from '@foretell/platform-server';

export interface ActivitySubscription {
  readonly types: readonly ActivityMessageType[];
  readonly filter: ActivityFilter;
}

/** The request in a client's message. */
export interface LiveDataRequest {
  readonly isSubscribe: boolean;
  readonly activity: readonly ActivitySubscription[];
  /** Reasons for the refused topics, each once. */
  readonly refusals: readonly BadMessage[];
}

/** Throws BadMessage for an invalid message. Source: docs/decisions/live-data.md. */
export function readLiveDataRequest(text: string): LiveDataRequest {
  const { action, subscriptions } = readMessage(LiveDataSubscription, text, LIVE_DATA_FORM);
  const isSubscribe = action === 'subscribe';
  const activity: ActivitySubscription[] = [];
  const refusals = new Map<string, BadMessage>();
  for (const each of subscriptions) {
    try {
      const { type, filters } = readPart(LiveDataTopic, each, LIVE_DATA_FORM);
      const types = ACTIVITY_TYPES.filter((one) => type === '*' || type === one);
      activity.push({ types, filter: activityFilterOf(filters) ?? null });
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      // Unsubscribing an unsupported topic has no effect.
      if (isSubscribe) refusals.set(error.message, error);
    }
  }
  return { isSubscribe, activity, refusals: [...refusals.values()] };
}
