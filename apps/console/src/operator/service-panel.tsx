import type { ReactNode } from 'react';
import type { OperatorStatus } from '@foretell/contracts';
import { ErrorNote } from '../components/error-note';
import { Loading } from '../components/loading';
import { groupedDecimal } from '../figures/decimal-text';
import { FigureTable } from './figure-table';
import { ageText, ratesOf } from './operator-rates';
import { ServiceHealth } from './service-health';
import { useOperatorStatus, type Seen } from './use-operator-status';

interface ServicePanelProps {
  readonly title: string;
  readonly address: string;
  readonly operatorKey: string;
}

const SECOND = 1_000;
const MEGABYTE = 1_000_000;

/** One service: its status, or why there is none. */
export function ServicePanel({ title, address, operatorKey }: ServicePanelProps): ReactNode {
  const seen = useOperatorStatus(address, operatorKey);
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        <span role="status" className={`operator-state operator-state-${stateOf(seen)}`}>
          {STATES[stateOf(seen)]}
        </span>
      </div>
      <div className="panel-body stack">
        {seen.fault !== null && <ErrorNote what={`The status of ${title}`} error={seen.fault} />}
        {seen.now === null && seen.fault === null && <Loading what={title} rows={10} />}
        {seen.now !== null && (
          <div className={seen.fault === null ? 'stack' : 'stack is-stale'}>
            <Figures now={seen.now} before={seen.before} />
          </div>
        )}
      </div>
    </section>
  );
}

const STATES = { asked: 'Loading', ready: 'Ready', 'not-ready': 'Not ready', silent: 'No answer' } as const;

function stateOf({ now, fault }: Seen): keyof typeof STATES {
  if (fault !== null) return 'silent';
  if (now === null) return 'asked';
  return now.isReady && now.health === 'ok' ? 'ready' : 'not-ready';
}

function Figures({ now, before }: { readonly now: OperatorStatus; readonly before: OperatorStatus | null }): ReactNode {
  const { lags, refusals, limits } = now;
  return (
    <>
      <ServiceHealth status={now} />
      <FigureTable
        caption="Lag"
        heads={['What', 'Behind', 'Since']}
        none="This service follows no events."
        rows={lags.map(({ name, source, behind, seconds }) => [
          source === '' ? name : `${name} of ${source}`,
          behind === null ? '—' : groupedDecimal(behind),
          seconds === null ? '—' : `${seconds.toFixed(1)} s`,
        ])}
      />
      <FigureTable
        caption="Throughput"
        heads={['What', 'A second', 'Since the start']}
        none="No figures."
        rows={ratesOf(now, before).map(({ name, total, perSecond }) => [
          name.replace('-', ' '),
          perSecond === null ? '—' : perSecond.toFixed(1),
          groupedDecimal(total),
        ])}
      />
      <FigureTable
        caption="Refusals by code"
        heads={['Code', 'Of', 'Since the start']}
        none="No refusals since the start."
        rows={refusals.map(({ of, code, total }) => [code, of, groupedDecimal(total)])}
      />
      <FigureTable
        caption="Limits"
        heads={['Limit', 'By', 'Requests', 'Within']}
        none="Limits are switched off."
        rows={limits.map(({ limit, scope, count, usual, windowMillis }) => [
          limit,
          scope,
          count === usual ? groupedDecimal(count) : `${groupedDecimal(count)} (default ${groupedDecimal(usual)})`,
          ageText(windowMillis / SECOND),
        ])}
      />
      <p className="note-advice">
        Process {now.process.pid} on {now.process.host}, up for {ageText((now.at - now.process.startedAt) / SECOND)},{' '}
        {Math.round(now.process.residentBytes / MEGABYTE)} MB.
      </p>
    </>
  );
}
