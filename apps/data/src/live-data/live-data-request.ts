import { ACTIVITY_TYPES, type ActivityMessageType } from '@foretell/contracts';
import { BadMessage } from '@foretell/platform-server';

/** Which trades; null: all. */
export type ActivityFilter = { readonly field: 'event_slug' | 'market_slug'; readonly slug: string } | null;

export interface ActivitySubscription {
  readonly types: readonly ActivityMessageType[];
  readonly filter: ActivityFilter;
}

/** What a client asks for, read from its message. */
export interface LiveDataRequest {
  readonly isSubscribe: boolean;
  readonly activity: readonly ActivitySubscription[];
  /** Why the others are not served, each reason once. */
  readonly refusals: readonly BadMessage[];
}

type Fields = Readonly<Record<string, unknown>>;

/** What a refusal repeats of what it refuses. */
const QUOTED_MAX = 80;
const FORM = 'a message is {"action":"subscribe"|"unsubscribe","subscriptions":[{"topic","type","filters"}]}, or the text PING';
/** Served elsewhere. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  clob_user: '/ws/user of the trading service',
  clob_market: '/ws/market of the trading service',
};

/** Throws BadMessage for a message that is none. Source: docs/decisions/live-data.md. */
export function readLiveDataRequest(text: string): LiveDataRequest {
  const { action, subscriptions } = fieldsOf(parsed(text));
  if ((action !== 'subscribe' && action !== 'unsubscribe') || !Array.isArray(subscriptions)) throw badForm();
  const isSubscribe = action === 'subscribe';
  const activity: ActivitySubscription[] = [];
  const refusals = new Map<string, BadMessage>();
  for (const each of subscriptions) {
    try {
      activity.push(subscriptionIn(fieldsOf(each)));
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      // What was never subscribed is unsubscribed already.
      if (isSubscribe) refusals.set(error.message, error);
    }
  }
  return { isSubscribe, activity, refusals: [...refusals.values()] };
}

function subscriptionIn({ topic, type, filters }: Fields): ActivitySubscription {
  if (typeof topic !== 'string' || typeof type !== 'string')
    throw new BadMessage('invalid_message', 'a subscription has a topic and a type');
  if (topic !== 'activity')
    throw new BadMessage('unknown_topic', `there is no topic "${quoted(topic)}" here, only ${ELSEWHERE[topic] ?? 'activity'}`);
  const types = ACTIVITY_TYPES.filter((each) => type === '*' || type === each);
  if (types.length === 0)
    throw new BadMessage('unknown_type', `activity has no type "${quoted(type)}": there are ${ACTIVITY_TYPES.join(', ')} and *`);
  return { types, filter: filterIn(filters) };
}

/** As text, which most clients send, or as it is. */
function filterIn(filters: unknown): ActivityFilter {
  if (filters === undefined || filters === null || filters === '') return null;
  const fields = Object.entries(fieldsOf(typeof filters === 'string' ? parsed(filters, badFilter) : filters, badFilter));
  const [[field, slug] = ['', '']] = fields;
  if (fields.length === 0) return null;
  const isKnown = field === 'event_slug' || field === 'market_slug';
  if (fields.length > 1 || !isKnown || typeof slug !== 'string') throw badFilter();
  return slug === '' ? null : { field, slug };
}

function badFilter(): BadMessage {
  return new BadMessage('invalid_filters', 'filters of activity are {"event_slug":"…"} or {"market_slug":"…"}');
}

function parsed(text: string, bad = badForm): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad();
  }
}

function fieldsOf(value: unknown, bad = badForm): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad();
  return Object.fromEntries(Object.entries(value));
}

function badForm(): BadMessage {
  return new BadMessage('invalid_message', FORM);
}

function quoted(text: string): string {
  return text.slice(0, QUOTED_MAX);
}
