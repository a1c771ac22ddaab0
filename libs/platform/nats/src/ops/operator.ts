import { ACTOR, type OpsCommandName } from '@foretell/contracts';
import { headers, type MsgHdrs } from 'nats';

/**
 * The sender of a command, and its purpose. The actor is part of the subject, where NATS permissions enforce it: alice's user may
 * publish only to `{prefix}.operator.alice.>`. Source: docs/decisions/operator-commands.md.
 */
export interface Operator {
  /** 1 to 63 lower-case letters, digits, `_` or `-`. */
  readonly actor: string;
  /** The reason stored in the audit, such as a ticket: up to 200 visible ASCII characters. */
  readonly reference: string;
}

const REFERENCE_HEADER = 'Foretell-Reference';
/** Set by the server on messages from another account. */
const REQUESTER_HEADER = 'Nats-Request-Info';
/**
 * Subjects of replies to another account; the server forwards them to the operator's inbox. Nobody may publish there except in
 * reply.
 */
const OTHER_ACCOUNT = '_R_.';
const REFERENCE = /^[\x21-\x7e]{1,200}$/;

/** The subject of an operator's command; `*` matches any. */
export function commandSubject(prefix: string, actor: string, command: OpsCommandName): string {
  return `${prefix}.operator.${actor}.${command}`;
}

/** Subject prefix of replies to an operator, so that no operator reads the replies to another. */
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
 * The operator who sent a command, or a sentence that says why the message is invalid. Only operator programs send commands: a
 * message that a stream publishes carries server headers or another reply subject, and is refused.
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

/** Whether a reply reaches only the operator: the service publishes it on a subject that the sender chose. */
export function isAnswerable(prefix: string, { subject, reply = '' }: SentCommand): boolean {
  return reply.startsWith(OTHER_ACCOUNT) || reply.startsWith(`${operatorInbox(actorIn(prefix, subject))}.`);
}

function actorIn(prefix: string, subject: string): string {
  return subject.slice(`${prefix}.operator.`.length).split('.', 1)[0] ?? '';
}
