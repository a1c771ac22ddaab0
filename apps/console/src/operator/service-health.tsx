import type { ReactNode } from 'react';
import type { OperatorExamination, OperatorLease, OperatorStatus } from '@foretell/contracts';
import { ageText } from './operator-rates';

const SECOND = 1_000;

/** The health of a service: the process, its checks, the lease, and the last result of the doctor. */
export function ServiceHealth({ status }: { readonly status: OperatorStatus }): ReactNode {
  const { health, checks, lease, examination, unread, at } = status;
  return (
    <dl className="operator-part operator-findings">
      <Finding name="Process" isGood={health === 'ok'}>
        {health}
      </Finding>
      {checks.map(({ name, state }) => (
        <Finding key={name} name={name} isGood={state === 'ok'}>
          {state}
        </Finding>
      ))}
      {lease !== undefined && (
        <Finding name="Lease" isGood={lease.holder !== null}>
          {leaseText(lease, at)}
        </Finding>
      )}
      {unread.includes('examination') || <DoctorFinding examination={examination} />}
      {unread.length > 0 && (
        <Finding name="Not available" isGood={false}>
          {unread.join(', ')}
        </Finding>
      )}
    </dl>
  );
}

function DoctorFinding({ examination }: { readonly examination: OperatorExamination | undefined }): ReactNode {
  if (examination === undefined) {
    return (
      <Finding name="Doctor" isGood={null}>
        not run yet: npm run ops -- doctor
      </Finding>
    );
  }
  const { report, ageSeconds } = examination;
  const broken = report.checks.filter(({ holds }) => !holds);
  const ago = `${ageText(ageSeconds)} ago`;
  return (
    <Finding name="Doctor" isGood={broken.length === 0}>
      {broken.length === 0
        ? `all ${report.checks.length} checks held, ${ago}`
        : `${broken.length} of ${report.checks.length} checks did not hold, ${ago}: ${broken.map(({ name }) => name).join('; ')}`}
    </Finding>
  );
}

function leaseText({ epoch, isHeldHere, holder, since, silentMillis }: OperatorLease, at: number): string {
  if (holder === null) return `held by nobody, epoch ${epoch}`;
  const who = isHeldHere ? 'held by this process' : `held by ${holder}`;
  const age = since === null ? '' : `, for ${ageText(Math.max(0, at - since) / SECOND)}`;
  const silence = silentMillis === null ? '' : `, last heartbeat ${silentMillis} ms ago`;
  return `${who}${age}, epoch ${epoch}${silence}`;
}

interface FindingProps {
  readonly name: string;
  /** Null: neither good nor bad. */
  readonly isGood: boolean | null;
  readonly children: ReactNode;
}

function Finding({ name, isGood, children }: FindingProps): ReactNode {
  const mark = isGood === null ? '·' : isGood ? '✓' : '✗';
  const tone = isGood === null ? '' : isGood ? 'is-up' : 'is-down';
  return (
    <div>
      <dt>
        <span className={tone} aria-hidden="true">
          {mark}
        </span>{' '}
        <span className="operator-finding">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
