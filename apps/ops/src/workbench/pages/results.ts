import type { OpsResult, ResolutionState } from '@foretell/contracts';
import { count, timeText } from '../../terminal/figures';
import { actionNamed } from '../actions';
import type { Invoker } from '../invoker';
import { buttonOf } from '../forms';
import { html, type Part } from '../html';
import { rowsOf, section, shown } from '../layout';

const PAGE = 50;
interface StageButton {
  readonly id: 'finalize' | 'reverse';
  /** Values of the action's fields besides the market. */
  readonly values?: (state: ResolutionState) => Readonly<Record<string, string>>;
}
/** The one button at each stage; the market's page has the forms of the other steps. */
const BUTTONS: Readonly<Partial<Record<ResolutionState['stage'], StageButton>>> = {
  proposed: { id: 'finalize', values: ({ result }) => ({ WINNER: result ?? '' }) },
  finalized: { id: 'reverse' },
};

/** Closed markets, and the progress of their results. */
export async function results(invoker: Invoker): Promise<Part> {
  const listed = await invoker.read<OpsResult<'ops.clob.resolutions.list'>>('resolutions', 'list', '--limit', String(PAGE));
  return [
    html`<p>
      One operator proposes a result; any operator may object; another operator finalises it after the dispute window. It is paid
      when the grace period ends, and can be reversed until then.
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
  const button = BUTTONS[state.stage];
  const { slug, question, conditionId, stage, result, source, by, note, until } = state;
  return [
    html`<a href="/market?market=${encodeURIComponent(slug)}">${question}</a>`,
    stage,
    result ?? '-',
    source === '' ? '-' : source,
    [by ?? '-', note !== '' && `: ${note}`],
    until === null ? '-' : timeText(until),
    button && buttonOf(actionNamed(button.id), { MARKET: conditionId, ...button.values?.(state) }, question),
  ];
}
