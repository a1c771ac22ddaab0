import { ActorField, IntegerField, ListField, NameField, OneOfField, TextField } from './fields';

/**
 * The outcome of a command. asked: about to be executed; without a later entry nothing more is known. done: executed. refused:
 * not executed, and the detail is the reply's sentence. failed: an internal error; the effect is unknown.
 */
export const AUDIT_OUTCOMES = ['asked', 'done', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

const PAGE_MAX = 1000;

export class AuditListRequest {
  @IntegerField({
    description: 'Only entries before this number; absent: the newest',
    minimum: 1,
    isOptional: true,
  })
  readonly before?: number;

  @IntegerField({
    description: 'Maximum number of entries, newest first; 50 when absent',
    minimum: 1,
    maximum: PAGE_MAX,
    isOptional: true,
  })
  readonly limit?: number;

  @ActorField({ description: 'Only commands of this operator', isOptional: true })
  readonly actor?: string;

  @NameField({ description: 'Only this command, such as ledger.credit', isOptional: true })
  readonly command?: string;
}

/** One entry. Entries are append only: a command gets one when it is requested, and another when its outcome is known. */
export class AuditEntry {
  @IntegerField({ description: 'Number of the entry', minimum: 1 })
  readonly number!: number;

  @IntegerField({ description: 'Unix milliseconds', minimum: 0 })
  readonly at!: number;

  @ActorField({ description: 'The NATS user that sent the command, if NATS has separate users' })
  readonly actor!: string;

  @TextField({ description: 'Reason given by the operator, such as a ticket; generated when none was given' })
  readonly reference!: string;

  @NameField({ description: 'The command, such as ops.clob.ledger.credit' })
  readonly command!: string;

  @OneOfField({ description: 'Result of the command', names: AUDIT_OUTCOMES })
  readonly outcome!: AuditOutcome;

  @IntegerField({ description: 'For a result: the number of the entry of the request', minimum: 1, isNullable: true })
  readonly asked!: number | null;

  @TextField({
    description: 'For a request: its JSON, with long lists as counts. For a result: why it was not carried out, or empty',
  })
  readonly detail!: string;
}

export class AuditPage {
  @ListField(() => AuditEntry, { description: 'Newest first' })
  readonly entries!: readonly AuditEntry[];
}
