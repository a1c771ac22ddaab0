import type { PlaceOrder } from '@foretell/exchange';
import type { SizeMicros, UsdcMicros } from '@foretell/units';
import { Codes } from '../../columns/codes';
import { ByteReader, ByteWriter } from '../../columns/bytes';
import { SIDE, ORDER_TYPE } from '../../columns/order.columns';
import type { Attachment, CommandDraft, Submission } from '../submission';

/**
 * Version of requests, their first byte. The subject contains it as well, so that no process receives a version that it cannot
 * read.
 */
export const ROUTE_VERSION = 1;

type ForwardedType = 'placeOrder' | 'cancelOrder' | 'cancelOrders' | 'credit' | 'splitPosition' | 'mergePosition';
type Forwarded = Extract<CommandDraft, { type: ForwardedType }>;

const COMMANDS: Readonly<Record<ForwardedType, number>> = {
  placeOrder: 1,
  cancelOrder: 2,
  cancelOrders: 3,
  credit: 4,
  splitPosition: 5,
  mergePosition: 6,
};
const COMMAND = new Codes<ForwardedType>(COMMANDS);
const NO_ATTACHMENT = 0;
const ORDER_ATTACHMENT = 1;
const LEDGER_ATTACHMENT = 2;

/** Encodes the commands of one request. Throws for a command that only the writer's process may submit. */
export function encodeCommands(submissions: readonly Submission[]): Buffer {
  return new ByteWriter().number(ROUTE_VERSION).rows(submissions, writeSubmission).finish();
}

/** Throws an error with a readable message when the bytes are not a result of encodeCommands. */
export function decodeCommands(bytes: Uint8Array): Submission[] {
  const reader = new ByteReader(Buffer.from(bytes));
  requireVersion(reader);
  const submissions = reader.rows(readSubmission);
  reader.requireEnd();
  return submissions;
}

function requireVersion(reader: ByteReader): void {
  const version = reader.number();
  if (version !== ROUTE_VERSION) throw new Error(`the bytes are of version ${version}, not of ${ROUTE_VERSION}`);
}

function writeSubmission({ command, attachment }: Submission, to: ByteWriter): void {
  if (!isForwarded(command)) throw new Error(`only the writer's own process gives ${command.type}`);
  to.number(COMMAND.of(command.type));
  writeCommand(command, to);
  writeAttachment(attachment, to);
}

function readSubmission(from: ByteReader): Submission {
  const command = readCommand(COMMAND.name(from.number()), from);
  const attachment = readAttachment(from);
  return attachment === undefined ? { command } : { command, attachment };
}

function isForwarded(command: CommandDraft): command is Forwarded {
  // No client may end a delayed order, or cancel one side only.
  if (command.type === 'cancelOrders') return command.side === undefined && command.withDelayed === undefined;
  return command.type in COMMANDS;
}

function writeCommand(command: Forwarded, to: ByteWriter): void {
  switch (command.type) {
    case 'placeOrder':
      return writeOrder(command, to);
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

function readCommand(type: ForwardedType, from: ByteReader): Forwarded {
  switch (type) {
    case 'placeOrder':
      return readOrder(from);
    case 'cancelOrder':
      return { type, orderId: from.text(), wallet: from.symbol() };
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
    flags: from.number(),
    expiresAt: from.optional(),
  } as Omit<PlaceOrder, 'at'>;
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
