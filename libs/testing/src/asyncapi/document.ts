import {
  EVENT_CLASSES,
  EVENT_EXAMPLES,
  eventStream,
  MESSAGE_EVENTS_MAX,
  OPS_COMMANDS,
  OPS_EXAMPLES,
  opsCommandNames,
  serviceOfCommand,
  type EventSource,
  type OpsCommandName,
} from '@foretell/contracts';
import { jsonSchemas, type JsonSchema } from './json-schemas';
import { ref, schemaOf, STREAM_CLASSES, STREAM_SERVERS, streamParts, type Json } from './streams';

const SOURCES: readonly EventSource[] = ['clob', 'gamma'];
const PREFIX = '{prefix}';
const DESCRIPTION =
  'The messages that the services send and receive apart from HTTP, from the services’ point of view: each publishes its events to a JetStream stream and receives the ' +
  "operator's commands, over NATS; the trading and the data service have WebSocket channels. Amounts in events are micros (10^-6 of a share or of USDC), prices pips (0.0001 USDC), times Unix milliseconds; " +
  'amounts in commands and on WebSockets are decimal strings, except in the trades of the live-data stream, where they are numbers.';
const PARAMETERS = {
  prefix: { description: 'NATS_PREFIX of the deployment', default: 'foretell' },
};
const COMMAND_PARAMETERS = {
  ...PARAMETERS,
  actor: { description: "Name of the operator: 1 to 63 lower-case letters, digits, _ or -; the NATS user's permissions fix it" },
} as const;

/** Events, operator commands and the WebSocket channels as an AsyncAPI 3.0 document, made from their classes. */
export async function asyncApiDocument(): Promise<Json> {
  const commands = opsCommandNames();
  const classes = [...SOURCES.flatMap((source) => EVENT_CLASSES[source]), ...commands.flatMap(classesOf), ...STREAM_CLASSES];
  const streams = streamParts();
  return {
    asyncapi: '3.0.0',
    info: { title: 'Foretell events, operator commands and streams', version: '1', description: DESCRIPTION },
    defaultContentType: 'application/json',
    servers: { nats: { host: '127.0.0.1:4222', protocol: 'nats', description: 'NATS_URL, with JetStream' }, ...STREAM_SERVERS },
    channels: {
      ...Object.fromEntries([...SOURCES.map(eventChannel), ...commands.flatMap(commandChannels)]),
      ...streams.channels,
    },
    operations: {
      ...Object.fromEntries([...SOURCES.map(eventOperation), ...commands.map(commandOperation)]),
      ...streams.operations,
    },
    components: {
      messages: {
        ...Object.fromEntries([...SOURCES.map(eventMessage), ...commands.flatMap(commandMessages)]),
        ...streams.messages,
      },
      schemas: { ...(await jsonSchemas([...new Set(classes)])), ...ENVELOPES },
      securitySchemes: {
        operator: {
          type: 'userPassword',
          description: "One NATS user per operator, which may publish to the subjects under the operator's name and to no others",
        },
      },
    },
  };
}

function classesOf(name: OpsCommandName): readonly (new () => object)[] {
  return [OPS_COMMANDS[name].request, OPS_COMMANDS[name].reply];
}

function eventChannel(source: EventSource): [string, Json] {
  const { subject } = eventStream(PREFIX, source);
  const { stream } = eventStream(PARAMETERS.prefix.default, source);
  return [
    `facts.${source}`,
    {
      address: subject,
      description: `The events of ${source}: one journal, one gapless sequence. JetStream keeps them in the stream ${stream}.`,
      parameters: PARAMETERS,
      messages: { facts: ref(`components/messages/facts.${source}`) },
    },
  ];
}

function eventOperation(source: EventSource): [string, Json] {
  const channel = `channels/facts.${source}`;
  const summary = `Sends committed events, at least once and in order`;
  return [`facts.${source}`, { action: 'send', channel: ref(channel), summary, messages: [ref(`${channel}/messages/facts`)] }];
}

function eventMessage(source: EventSource): [string, Json] {
  const events = Object.values(EVENT_EXAMPLES);
  const own = events.filter(({ type }) => type.startsWith('catalog.') === (source === 'gamma'));
  return [
    `facts.${source}`,
    {
      title: `Consecutive events of ${source}`,
      description:
        'The event at index i has the sequence firstSequence + i. Events are append only: a change is a new version of the type.',
      payload: {
        type: 'object',
        required: ['source', 'firstSequence', 'facts'],
        properties: {
          source: { const: source },
          firstSequence: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
          facts: {
            type: 'array',
            minItems: 1,
            maxItems: MESSAGE_EVENTS_MAX,
            items: { oneOf: EVENT_CLASSES[source].map(schemaOf) },
          },
        },
      },
      examples: [{ payload: { source, firstSequence: 41, facts: own } }],
    },
  ];
}

function commandChannels(name: OpsCommandName): [string, Json][] {
  const messages = (part: string): Json => ({ [part]: ref(`components/messages/${name}.${part}`) });
  return [
    [name, { address: `${PREFIX}.operator.{actor}.${name}`, parameters: COMMAND_PARAMETERS, messages: messages('request') }],
    [`${name}.reply`, { address: null, description: "The request's reply subject", messages: messages('reply') }],
  ];
}

function commandOperation(name: OpsCommandName): [string, Json] {
  const channel = `channels/${name}`;
  return [
    name,
    {
      action: 'receive',
      channel: ref(channel),
      summary: OPS_COMMANDS[name].summary,
      messages: [ref(`${channel}/messages/request`)],
      reply: { channel: ref(`${channel}.reply`), messages: [ref(`${channel}.reply/messages/reply`)] },
      security: [ref('components/securitySchemes/operator')],
      bindings: { nats: { queue: `${PREFIX}.ops.${serviceOfCommand(name)}`, bindingVersion: '0.1.0' } },
    },
  ];
}

function commandMessages(name: OpsCommandName): [string, Json][] {
  const { request, reply } = OPS_COMMANDS[name];
  const example = OPS_EXAMPLES[name];
  const done = { type: 'object', required: ['ok', 'result'], properties: { ok: { const: true }, result: schemaOf(reply) } };
  const response = { oneOf: [done, ref('components/schemas/OpsRefused')] };
  return [
    [
      `${name}.request`,
      {
        headers: {
          type: 'object',
          required: ['Foretell-Reference'],
          properties: {
            'Foretell-Reference': {
              type: 'string',
              pattern: '^[\\x21-\\x7e]{1,200}$',
              description: 'Reason, such as a ticket; the audit stores it',
            },
          },
        },
        payload: {
          type: 'object',
          required: ['id', 'data'],
          properties: { id: { type: 'string', description: 'Returned in the reply' }, data: schemaOf(request) },
        },
        examples: [{ payload: { id: '1', data: example.request } }],
      },
    ],
    [
      `${name}.reply`,
      {
        payload: { allOf: [ref('components/schemas/OpsAnswer'), { properties: { response } }] },
        examples: [{ payload: { id: '1', response: { ok: true, result: example.result }, isDisposed: true } }],
      },
    ],
  ];
}

/** The envelopes of requests and replies: the packets of @nestjs/microservices. */
const ENVELOPES: Readonly<Record<string, JsonSchema>> = {
  OpsAnswer: {
    type: 'object',
    required: ['isDisposed'],
    properties: {
      id: { type: 'string', description: "The request's id" },
      isDisposed: { const: true },
      response: { type: 'object', description: 'The result, or one sentence that says what to change' },
      err: {
        type: 'object',
        description: 'Instead of a response, when the service could not read or carry out the request at all',
        required: ['message'],
        properties: { message: { type: 'string' } },
      },
    },
    oneOf: [{ required: ['response'] }, { required: ['err'] }],
  },
  OpsRefused: {
    type: 'object',
    required: ['ok', 'error'],
    properties: { ok: { const: false }, error: { type: 'string', description: 'One sentence that says what to change' } },
  },
};
