import {
  ActivityMessage,
  BestBidAskMessage,
  BookMessage,
  LastTradePriceMessage,
  LiveDataSubscription,
  MarketResolvedMessage,
  MarketSubscription,
  NewMarketMessage,
  OrderMessage,
  PriceChangeMessage,
  ResumedMessage,
  SnapshotRequiredMessage,
  StreamErrorMessage,
  TickSizeChangeMessage,
  TradeMessage,
  UserSubscription,
} from '@foretell/contracts';

export type Json = Readonly<Record<string, unknown>>;
type Class = new () => object;

const CONTROL: readonly Class[] = [ResumedMessage, SnapshotRequiredMessage, StreamErrorMessage];

interface Channel {
  readonly address: string;
  readonly server: 'clob' | 'data';
  readonly received: Class;
  readonly sent: readonly Class[];
  readonly what: string;
  /** The contents of a frame. */
  readonly frames: string;
  readonly sends: string;
  /** Whether `since` resumes after a sequence, and a frame may contain a complete commit. */
  readonly isResumed: boolean;
}

const OBJECTS_OR_LISTS = {
  server: 'clob',
  isResumed: true,
  frames:
    'One object, or a list: of the first books of a subscription or, for a client that sent `since`, of all messages of one ' +
    'commit and subscription.',
  sends: 'Sends the changes of each commit, once and in order',
} as const;

const CHANNELS: Readonly<Record<string, Channel>> = {
  market: {
    ...OBJECTS_OR_LISTS,
    address: '/ws/market',
    received: MarketSubscription,
    sent: [
      BookMessage,
      PriceChangeMessage,
      LastTradePriceMessage,
      TickSizeChangeMessage,
      BestBidAskMessage,
      NewMarketMessage,
      MarketResolvedMessage,
      ...CONTROL,
    ],
    what: 'Books, prices and trades of the tokens that a connection subscribes to. Public.',
  },
  user: {
    ...OBJECTS_OR_LISTS,
    address: '/ws/user',
    received: UserSubscription,
    sent: [OrderMessage, TradeMessage, ...CONTROL],
    what: 'Orders and trades of the wallets of an API key, whose credentials are in the first message.',
  },
  live_data: {
    address: '/',
    server: 'data',
    isResumed: false,
    received: LiveDataSubscription,
    sent: [ActivityMessage, StreamErrorMessage],
    what: 'Trades of all markets, of an event or of a market, once the data service has applied them. Public.',
    frames: 'One object.',
    sends: 'Sends each trade after the subscription, in order',
  },
};

export const ref = (path: string): Json => ({ $ref: `#/${path}` });
export const schemaOf = (type: Class): Json => ref(`components/schemas/${type.name}`);

/** Every class that the WebSocket channels send or receive. */
export const STREAM_CLASSES: readonly Class[] = [
  ...new Set(Object.values(CHANNELS).flatMap(({ received, sent }) => [received, ...sent])),
];

const PONG = 'The text PING is answered by PONG.';
export const STREAM_SERVERS: Json = {
  clob: { host: '127.0.0.1:3001', protocol: 'ws', description: `The trading service. ${PONG}` },
  data: { host: '127.0.0.1:3003', protocol: 'ws', description: `The data service. ${PONG}` },
};

/** The WebSocket channels as parts of an AsyncAPI document. */
export function streamParts(): { readonly channels: Json; readonly operations: Json; readonly messages: Json } {
  const channels = Object.entries(CHANNELS);
  return {
    channels: Object.fromEntries(channels.map(channel)),
    operations: Object.fromEntries(channels.flatMap(operations)),
    messages: Object.fromEntries(channels.flatMap(messages)),
  };
}

function channel([name, { address, server, what }]: [string, Channel]): [string, Json] {
  return [
    `ws.${name}`,
    {
      address,
      servers: [ref(`servers/${server}`)],
      description: what,
      messages: Object.fromEntries(['received', 'sent'].map((part) => [part, ref(`components/messages/ws.${name}.${part}`)])),
    },
  ];
}

function operations([name, { sends, isResumed }]: [string, Channel]): [string, Json][] {
  const of = (part: string): Json => ({
    channel: ref(`channels/ws.${name}`),
    messages: [ref(`channels/ws.${name}/messages/${part}`)],
  });
  const receives = isResumed ? 'Subscribes, unsubscribes and resumes' : 'Subscribes and unsubscribes';
  return [
    [`ws.${name}.subscribe`, { action: 'receive', summary: receives, ...of('received') }],
    [`ws.${name}.send`, { action: 'send', summary: sends, ...of('sent') }],
  ];
}

function messages([name, { address, received, sent, frames, isResumed }]: [string, Channel]): [string, Json][] {
  const one = { oneOf: sent.map(schemaOf) };
  return [
    [`ws.${name}.received`, { title: `Message from a client on ${address}`, payload: schemaOf(received) }],
    [
      `ws.${name}.sent`,
      {
        title: `Message to a client on ${address}`,
        description: frames,
        payload: isResumed ? { oneOf: [one, { type: 'array', minItems: 1, items: one }] } : one,
      },
    ],
  ];
}
