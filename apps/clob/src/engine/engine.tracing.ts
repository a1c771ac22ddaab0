import type { TracedMessage } from '@foretell/platform-nats';
import { currentSpan, spanned } from '@foretell/platform-server';
import type { CommitBatch } from './journal/batch';
import type { Receipt } from './route/writer-route';
import type { Submission } from './submission';

/** The traces of each commit; its events join them. */
const commits = new WeakMap<CommitBatch, readonly string[]>();

/** Traces a request's commands until they are acknowledged; the first one carries the trace to the writer. */
export function tracedCommands(
  submissions: readonly Submission[],
  submit: (submissions: readonly Submission[]) => Promise<Receipt>,
): Promise<Receipt> {
  const span = currentSpan();
  const [first, ...rest] = submissions;
  if (span === undefined || first === undefined) return submit(submissions);
  const attributes = { 'foretell.commands': submissions.length };
  return spanned('commands', { kind: 'internal', of: [span.traceparent], attributes }, ([traceparent]) =>
    submit(traceparent === undefined ? submissions : [{ ...first, traceparent }, ...rest]),
  );
}

/** Traces a journal transaction for all requests whose commands it holds. */
export function tracedCommit(batch: CommitBatch, commit: () => Promise<void>): Promise<void> {
  const { traceparents: of = [], rows, changes } = batch;
  if (of.length === 0) return commit();
  const attributes = { 'foretell.commit': rows.head.commitNumber, 'foretell.orders': changes.orders.length };
  return spanned('commit', { kind: 'internal', of, attributes }, async (traceparents) => {
    await commit();
    if (traceparents.length > 0) commits.set(batch, traceparents);
  });
}

/** The events of a commit, with its trace. */
export function tracedMessages(batch: CommitBatch): readonly TracedMessage[] {
  const traceparents = commits.get(batch);
  return traceparents === undefined ? batch.messages : batch.messages.map((message) => ({ ...message, traceparents }));
}
