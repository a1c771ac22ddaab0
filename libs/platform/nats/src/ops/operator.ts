import { ACTOR, type OpsCommandName } from '@foretell/contracts';
import { headers, type MsgHdrs } from 'nats';

/**
 * Who sends a command, and what for. The actor stands in the subject, where the rights of a NATS user hold it: alice's user may
 * publish to `{prefix}.operator.alice.>` and to nothing else. Source: docs/decisions/operator-commands.md.
 */
export interface Operator {
  /** 1 to 63 lower-case letters, digits, `_` or `-`. */
  readonly actor: string;
  /** What the audit keeps as the reason, such as a ticket: up to 200 visible ASCII characters. */
  readonly reference: string;
}

const REFERENCE_HEADER = 'Foretell-Reference';
/** Set by the server on what comes from another account. */
const REQUESTER_HEADER = 'Nats-Request-Info';
/** Where replies to another account go; the server passes them on to the operator's inbox. Nobody may publish there unasked. */
const OTHER_ACCOUNT = '_R_.';
const REFERENCE = /^[\x21-\x7e]{1,200}$/;

/** The subject of a command of an operator; `*` stands for any. */
export function commandSubject(prefix: string, actor: string, command: OpsCommandName): string {
  return `${prefix}.operator.${actor}.${command}`;
}

/** Where the replies to an operator arrive: subjects of its own, so that no operator reads the replies to another. */
export function operatorInbox(actor: string): string {
  return `_INBOX.ops.${actor}`;
}

export function operatorHeaders({ reference }: Operator): MsgHdrs {
  const set = headers();
  set.set(REFERENCE_HEADER, reference);
  return set;
}

/** A message on a command's subject. */
export interface SentCommand {
  readonly subject: string;
  readonly reply?: string | undefined;
  readonly headers?: MsgHdrs | undefined;
}

/**
 * Who sent a command; a sentence when the message does not say it as it should. Commands are requests of operators' programs:
 * what a stream publishes bears headers of the server or another reply subject, and is none.
 */
export function operatorOf(
  prefix: string,
  command: OpsCommandName,
  { subject, reply, headers: sent }: SentCommand,
): Operator | string {
  const actor = actorIn(prefix, subject);
  if (!ACTOR.test(actor)) return 'the operator must be named by 1 to 63 lower-case letters, digits, _ or -';
  if (subject !== commandSubject(prefix, actor, command)) return `the subject must be ${commandSubject(prefix, actor, command)}`;
  if (!isAnswerable(prefix, { subject, reply }))
    return `the reply subject must be in the operator's inbox, ${operatorInbox(actor)}.>`;
  const foreign = (sent?.keys() ?? []).find((name) => /^nats-/i.test(name) && name !== REQUESTER_HEADER);
  if (foreign !== undefined) return `a command must not have the header ${foreign}, which streams set`;
  const reference = sent?.get(REFERENCE_HEADER) ?? '';
  if (!REFERENCE.test(reference))
    return `a command must bring a reference of 1 to 200 visible ASCII characters (${REFERENCE_HEADER})`;
  return { actor, reference };
}

/** Whether an answer reaches the operator and nobody else: it is published as the service, on a subject that the sender chose. */
export function isAnswerable(prefix: string, { subject, reply = '' }: SentCommand): boolean {
  return reply.startsWith(OTHER_ACCOUNT) || reply.startsWith(`${operatorInbox(actorIn(prefix, subject))}.`);
}

function actorIn(prefix: string, subject: string): string {
  return subject.slice(`${prefix}.operator.`.length).split('.', 1)[0] ?? '';
}
