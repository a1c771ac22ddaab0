import { EventConsumer, ingestMetrics, watchIngestLag, type NatsLink, type DeadLetterReplays } from '@foretell/platform-nats';
import type { Pool } from '@foretell/platform-prisma';
import type { MarketDirectory } from '../market-directory/market-directory';
import type { ProjectionProgress } from '../record/projection-progress';
import { catalogCheckpoint } from './catalog-checkpoint.query';
import { catalogDeadLetters } from './catalog-dead-letters';
import { CatalogEventsApplier } from './catalog-events.applier';
import type { Settled, Submission } from './submission';

const REMEDY = '"ops events reread --surface clob" applies what the stream holds';

interface CatalogIntake {
  readonly link: NatsLink;
  readonly pool: Pool;
  readonly directory: MarketDirectory;
  readonly projection: ProjectionProgress;
  readonly replays: DeadLetterReplays;
  readonly submit: (submission: Submission) => Promise<Settled>;
  readonly isDirectAllowed: boolean;
}

/** The consumer that delivers catalog events to the writer. The caller starts it. */
export function catalogIntake({
  link,
  pool,
  directory,
  projection,
  replays,
  submit,
  isDirectAllowed,
}: CatalogIntake): EventConsumer<'gamma'> {
  const applier = new CatalogEventsApplier(
    catalogCheckpoint(pool),
    directory,
    submit,
    projection,
    catalogDeadLetters(pool),
    isDirectAllowed,
  );
  replays.of('gamma', (row) => applier.replay(row));
  const metrics = ingestMetrics('gamma');
  const consumer = new EventConsumer({ link, source: 'gamma', durable: 'clob', applier, metrics, remedy: REMEDY });
  watchIngestLag('gamma', () => consumer.progress());
  return consumer;
}
