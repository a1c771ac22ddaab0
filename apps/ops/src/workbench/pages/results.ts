import type { OpsResult, ResolutionState } from '@foretell/contracts';
import { count } from '../../terminal/figures';
import { actionNamed } from '../actions';
import type { Invoker } from '../invoker';
import { buttonOf } from '../forms';
import { html, type Part } from '../html';
import { rowsOf, section, shown } from '../layout';

const PAGE = 50;
/** The action of the one button at each stage; the market's page has the forms of the other steps. */
const BUTTONS = { awaiting: [], proposed: ['finalize'], disputed: [], finalized: ['reverse'], reversed: [], paid: [] } as const;

/** Closed markets, and the progress of their results. */
export async function results(invoker: Invoker): Promise<Part> {
  const listed = await invoker.read<OpsResult<'ops.clob.resolutions.list'>>('resolutions', 'list', '--limit', String(PAGE));
  return [
    html`<p>
      One operator proposes a result; anybody may object; another operator finalises it after the dispute window. It is paid when
      the grace period ends, and can be reversed until then.
    </p>`,
    section(
      'Closed markets',
      shown(listed, ({ resolutions, total }) => [
        html`<p>${count(resolutions.length)} of ${count(total)}</p>`,
        rowsOf('Results', ['Market', 'Stage', 'Result', 'Source', 'Last step', 'Until', 'Change'], resolutions.map(rowOf)),
      ]),
    ),
  ];
}

function rowOf(state: ResolutionState): Part[] {
  const { slug, question, conditionId, stage, result, source, by, note, until } = state;
  return [
    html`<a href="/market?market=${encodeURIComponent(slug)}">${question}</a>`,
    stage,
    result ?? '-',
    source === '' ? '-' : source,
    [by ?? '-', note !== '' && `: ${note}`],
    until === null ? '-' : new Date(until).toISOString(),
    BUTTONS[stage].map((id) =>
      buttonOf(
        actionNamed(id),
        id === 'finalize' ? { MARKET: conditionId, WINNER: result ?? '' } : { MARKET: conditionId },
        question,
      ),
    ),
  ];
}
