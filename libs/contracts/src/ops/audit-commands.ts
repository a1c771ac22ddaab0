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
    description: 'Only entries before this number; left out for the newest',
    minimum: 1,
    isOptional: true,
  })
  readonly before?: number;

  @IntegerField({
    description: 'At most so many, newest first; 50 when left out',
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

  @TextField({ description: 'What the operator gave as the reason, such as a ticket; made up when nothing was given' })
  readonly reference!: string;

  @NameField({ description: 'The command, such as ops.clob.ledger.credit' })
  readonly command!: string;

  @OneOfField({ description: 'What became of it', names: AUDIT_OUTCOMES })
  readonly outcome!: AuditOutcome;

  @IntegerField({ description: 'Of an end: the number of the entry that asked', minimum: 1, isNullable: true })
  readonly asked!: number | null;

  @TextField({
    description: 'Of asked: the request as JSON, long lists counted. Of an end: why it was not carried out, or empty',
  })
  readonly detail!: string;
}

export class AuditPage {
  @ListField(() => AuditEntry, { description: 'Newest first' })
  readonly entries!: readonly AuditEntry[];
}
