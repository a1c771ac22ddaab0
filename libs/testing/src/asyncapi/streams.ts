import {
  BestBidAskMessage,
  BookMessage,
  LastTradePriceMessage,
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

const CHANNELS: Readonly<Record<string, { readonly heard: Class; readonly told: readonly Class[]; readonly what: string }>> = {
  market: {
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
    heard: UserSubscription,
    told: [OrderMessage, TradeMessage, ...CONTROL],
    what: 'Orders and trades of the wallets of an API key, which the first message proves.',
  },
};

const ref = (path: string): Json => ({ $ref: `#/${path}` });
const schemaOf = (type: Class): Json => ref(`components/schemas/${type.name}`);

/** Every class that the WebSocket channels of the trading service send or receive. */
export const STREAM_CLASSES: readonly Class[] = [
  ...new Set(Object.values(CHANNELS).flatMap(({ heard, told }) => [heard, ...told])),
];

export const STREAM_SERVER: Json = {
  host: '127.0.0.1:3001',
  protocol: 'ws',
  description: 'The trading surface. The text PING is answered by PONG.',
};

/** The WebSocket channels as parts of an AsyncAPI document. */
export function streamParts(): { readonly channels: Json; readonly operations: Json; readonly messages: Json } {
  const names = Object.keys(CHANNELS);
  return {
    channels: Object.fromEntries(names.map(channel)),
    operations: Object.fromEntries(names.flatMap(operations)),
    messages: Object.fromEntries(names.flatMap(messages)),
  };
}

function channel(name: string): [string, Json] {
  return [
    `ws.${name}`,
    {
      address: `/ws/${name}`,
      servers: [ref('servers/clob')],
      description: CHANNELS[name]?.what,
      messages: Object.fromEntries(['heard', 'told'].map((part) => [part, ref(`components/messages/ws.${name}.${part}`)])),
    },
  ];
}

function operations(name: string): [string, Json][] {
  const of = (part: string): Json => ({
    channel: ref(`channels/ws.${name}`),
    messages: [ref(`channels/ws.${name}/messages/${part}`)],
  });
  return [
    [`ws.${name}.subscribe`, { action: 'receive', summary: 'Subscribes, unsubscribes and resumes', ...of('heard') }],
    [`ws.${name}.tell`, { action: 'send', summary: 'Tells what a commit did, each commit once and in order', ...of('told') }],
  ];
}

function messages(name: string): [string, Json][] {
  const { heard, told } = CHANNELS[name] ?? { heard: StreamErrorMessage, told: [] };
  const one = { oneOf: told.map(schemaOf) };
  return [
    [`ws.${name}.heard`, { title: `What a client says on /ws/${name}`, payload: schemaOf(heard) }],
    [
      `ws.${name}.told`,
      {
        title: `What /ws/${name} says`,
        description:
          'One object. A list holds the books with which subscriptions begin or, for a client that said `since`, all that one ' +
          'commit did to one subscription.',
        payload: { oneOf: [one, { type: 'array', minItems: 1, items: one }] },
      },
    ],
  ];
}
