import { ORDER_FLAGS, type PlaceOrder } from '@foretell/exchange';
import type { SizeMicros, UsdcMicros } from '@foretell/units';
import { Codes } from '../../columns/codes';
import type { ByteReader, ByteWriter } from '../../columns/bytes';
import { SIDE, ORDER_TYPE } from '../../columns/order.columns';
import { Versioned } from '../../columns/versioned';
import type { Attachment, CommandDraft, Submission } from '../submission';

/**
 * Version of requests, their first byte. The subject contains it as well, so that no process receives a version that it cannot
 * read.
 */
export const ROUTE_VERSION = 1;

type ForwardedType = 'placeOrder' | 'cancelOrder' | 'cancelOrders' | 'credit' | 'splitPosition' | 'mergePosition';
type Forwarded = Extract<CommandDraft, { type: ForwardedType }>;

/** The code of each command. Commands that end or match an order waiting for a quote's approval have their own codes. */
type Sent = ForwardedType | 'approveQuote' | 'releaseOrder';

const COMMANDS: Readonly<Record<Sent, number>> = {
  placeOrder: 1,
  cancelOrder: 2,
  cancelOrders: 3,
  credit: 4,
  splitPosition: 5,
  mergePosition: 6,
  approveQuote: 7,
  releaseOrder: 8,
};
const COMMAND = new Codes<Sent>(COMMANDS);
const NO_ATTACHMENT = 0;
const ORDER_ATTACHMENT = 1;
const LEDGER_ATTACHMENT = 2;

const COMMANDS_BY_VERSION = new Versioned<readonly Submission[]>(
  'forwarded commands',
  new Map([
    [
      ROUTE_VERSION,
      {
        write: (submissions: readonly Submission[], to: ByteWriter) => void to.rows(submissions, writeSubmission),
        read: (from: ByteReader) => from.rows(readSubmission),
      },
    ],
  ]),
);

/** Encodes the commands of one request. Throws for commands that only the writer's process issues. */
export function encodeCommands(submissions: readonly Submission[]): Buffer {
  return COMMANDS_BY_VERSION.encode(submissions);
}

/** Throws an error with a readable message when the bytes are not a result of encodeCommands. */
export function decodeCommands(bytes: Uint8Array): readonly Submission[] {
  return COMMANDS_BY_VERSION.decode(Buffer.from(bytes));
}

function writeSubmission({ command, attachment }: Submission, to: ByteWriter): void {
  if (!isForwarded(command)) throw new Error(`only the writer's own process gives ${command.type}`);
  to.number(COMMAND.of(sentAs(command)));
  writeCommand(command, to);
  writeAttachment(attachment, to);
}

function readSubmission(from: ByteReader): Submission {
  const command = readCommand(COMMAND.name(from.number()), from);
  const attachment = readAttachment(from);
  return { command, attachment };
}

function sentAs(command: Forwarded): Sent {
  if (command.type === 'placeOrder' && command.counterOrderId !== undefined) return 'approveQuote';
  return command.type === 'cancelOrder' && command.withDelayed === true ? 'releaseOrder' : command.type;
}

function isForwarded(command: CommandDraft): command is Forwarded {
  // No client may end its delayed orders, nor cancel one side only.
  if (command.type === 'cancelOrders') return command.side === undefined && command.withDelayed === undefined;
  return command.type in COMMANDS;
}

function writeCommand(command: Forwarded, to: ByteWriter): void {
  switch (command.type) {
    case 'placeOrder':
      writeOrder(command, to);
      if (command.counterOrderId !== undefined) to.hash(command.counterOrderId);
      return;
    case 'cancelOrder':
      to.text(command.orderId).symbol(command.wallet);
      return;
    case 'cancelOrders':
      to.symbol(command.wallet).optionalSymbol(command.conditionId).optional(command.outcome);
      return;
    case 'credit':
      to.symbol(command.wallet).number(command.amountMicros);
      return;
    case 'splitPosition':
    case 'mergePosition':
      to.symbol(command.wallet).symbol(command.conditionId).number(command.sizeMicros);
  }
}

function readCommand(type: Sent, from: ByteReader): Forwarded {
  switch (type) {
    case 'placeOrder':
      return readOrder(from);
    case 'approveQuote':
      return { ...readOrder(from), counterOrderId: from.hash() };
    case 'cancelOrder':
      return { type, orderId: from.text(), wallet: from.symbol() };
    case 'releaseOrder':
      return { type: 'cancelOrder', orderId: from.text(), wallet: from.symbol(), withDelayed: true };
    case 'cancelOrders': {
      const [wallet, conditionId, outcome] = [from.symbol(), from.optionalSymbol(), from.optional()];
      return { type, wallet, conditionId, outcome: outcome as 0 | 1 | null };
    }
    case 'credit':
      return { type, wallet: from.symbol(), amountMicros: from.number() as UsdcMicros };
    case 'splitPosition':
    case 'mergePosition':
      return { type, wallet: from.symbol(), conditionId: from.symbol(), sizeMicros: from.number() as SizeMicros };
  }
}

function writeOrder(command: Omit<PlaceOrder, 'at'>, to: ByteWriter): void {
  to.hash(command.orderId).symbol(command.wallet).symbol(command.conditionId).number(command.outcome);
  to.number(SIDE.of(command.side)).number(ORDER_TYPE.of(command.orderType)).number(command.pricePips);
  to.number(command.sizeMicros).optional(command.budgetMicros).number(command.flags).optional(command.expiresAt);
}

function readOrder(from: ByteReader): Omit<PlaceOrder, 'at'> {
  return {
    type: 'placeOrder',
    orderId: from.hash(),
    wallet: from.symbol(),
    conditionId: from.symbol(),
    outcome: from.number(),
    side: SIDE.name(from.number()),
    orderType: ORDER_TYPE.name(from.number()),
    pricePips: from.number(),
    sizeMicros: from.number(),
    budgetMicros: from.optional(),
    flags: knownFlags(from.number()),
    expiresAt: from.optional(),
  } as Omit<PlaceOrder, 'at'>;
}

/** Throws for the flag of a later release: without its rule the order would be another one. */
function knownFlags(flags: number): number {
  if (flags >= 1 << ORDER_FLAGS.length) throw new RangeError(`an order has flags that this release does not know: ${flags}`);
  return flags;
}

function writeAttachment(attachment: Attachment | undefined, to: ByteWriter): void {
  if (attachment === undefined) {
    to.number(NO_ATTACHMENT);
  } else if (attachment.kind === 'order') {
    const { owner, builder, signed, signedAt } = attachment;
    to.number(ORDER_ATTACHMENT).symbol(owner).symbol(builder).raw(signed).optional(signedAt);
  } else if (attachment.kind === 'ledger') {
    to.number(LEDGER_ATTACHMENT).text(attachment.reference);
  } else {
    throw new Error(`only the writer's own process moves checkpoints`);
  }
}

function readAttachment(from: ByteReader): Attachment | undefined {
  switch (from.number()) {
    case NO_ATTACHMENT:
      return undefined;
    case ORDER_ATTACHMENT:
      return { kind: 'order', owner: from.symbol(), builder: from.symbol(), signed: from.raw(), signedAt: from.optional() };
    case LEDGER_ATTACHMENT:
      return { kind: 'ledger', reference: from.text() };
    default:
      throw new Error('an attachment is of no known kind');
  }
}
