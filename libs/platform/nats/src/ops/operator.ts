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
const REFERENCE = /^[\x21-\x7e]{1,200}$/;

/** The subject of a command of an operator; `*` stands for any. */
export function commandSubject(prefix: string, actor: string, command: OpsCommandName): string {
  return `${prefix}.operator.${actor}.${command}`;
}

export function operatorHeaders({ reference }: Operator): MsgHdrs {
  const set = headers();
  set.set(REFERENCE_HEADER, reference);
  return set;
}

/** Who sent a message on a command's subject; a sentence when the message does not say it as it should. */
export function operatorOf(prefix: string, subject: string, sent: MsgHdrs | undefined): Operator | string {
  const actor = subject.slice(`${prefix}.operator.`.length).split('.', 1)[0] ?? '';
  if (!ACTOR.test(actor)) return 'the operator must be named by 1 to 63 lower-case letters, digits, _ or -';
  const reference = sent?.get(REFERENCE_HEADER) ?? '';
  if (!REFERENCE.test(reference))
    return `a command must bring a reference of 1 to 200 visible ASCII characters (${REFERENCE_HEADER})`;
  return { actor, reference };
}
