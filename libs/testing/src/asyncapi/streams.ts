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

type Json = Readonly<Record<string, unknown>>;
type Class = new () => object;

const CONTROL: readonly Class[] = [ResumedMessage, SnapshotRequiredMessage, StreamErrorMessage];

interface Channel {
  readonly address: string;
  readonly server: 'clob' | 'data';
  readonly heard: Class;
  readonly told: readonly Class[];
  readonly what: string;
  /** What a frame holds. */
  readonly frames: string;
  readonly tells: string;
  /** Whether `since` goes on after a sequence, and all of a commit may come in one frame. */
  readonly isResumed: boolean;
}

const OBJECTS_OR_LISTS = {
  server: 'clob',
  isResumed: true,
  frames:
    'One object. A list holds the books with which subscriptions begin or, for a client that said `since`, all that one ' +
    'commit did to one subscription.',
  tells: 'Tells what a commit did, each commit once and in order',
} as const;

const CHANNELS: Readonly<Record<string, Channel>> = {
  market: {
    ...OBJECTS_OR_LISTS,
    address: '/ws/market',
    heard: MarketSubscription,
    told: [
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
    heard: UserSubscription,
    told: [OrderMessage, TradeMessage, ...CONTROL],
    what: 'Orders and trades of the wallets of an API key, which the first message proves.',
  },
  live_data: {
    address: '/',
    server: 'data',
    isResumed: false,
    heard: LiveDataSubscription,
    told: [ActivityMessage, StreamErrorMessage],
    what: 'Trades of all markets, of an event or of a market, as the data service has them. Public.',
    frames: 'One object.',
    tells: 'Sends what is traded from the subscription on, in order',
  },
};

const ref = (path: string): Json => ({ $ref: `#/${path}` });
const schemaOf = (type: Class): Json => ref(`components/schemas/${type.name}`);

/** Every class that the WebSocket channels send or hear. */
export const STREAM_CLASSES: readonly Class[] = [
  ...new Set(Object.values(CHANNELS).flatMap(({ heard, told }) => [heard, ...told])),
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
      messages: Object.fromEntries(['heard', 'told'].map((part) => [part, ref(`components/messages/ws.${name}.${part}`)])),
    },
  ];
}

function operations([name, { tells, isResumed }]: [string, Channel]): [string, Json][] {
  const of = (part: string): Json => ({
    channel: ref(`channels/ws.${name}`),
    messages: [ref(`channels/ws.${name}/messages/${part}`)],
  });
  const hears = isResumed ? 'Subscribes, unsubscribes and resumes' : 'Subscribes and unsubscribes';
  return [
    [`ws.${name}.subscribe`, { action: 'receive', summary: hears, ...of('heard') }],
    [`ws.${name}.tell`, { action: 'send', summary: tells, ...of('told') }],
  ];
}

function messages([name, { address, heard, told, frames, isResumed }]: [string, Channel]): [string, Json][] {
  const one = { oneOf: told.map(schemaOf) };
  return [
    [`ws.${name}.heard`, { title: `What a client says on ${address}`, payload: schemaOf(heard) }],
    [
      `ws.${name}.told`,
      {
        title: `What ${address} says`,
        description: frames,
        payload: isResumed ? { oneOf: [one, { type: 'array', minItems: 1, items: one }] } : one,
      },
    ],
  ];
}
