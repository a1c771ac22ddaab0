import { instantText } from '../../figures/instants';
import { stageText } from './resolution';

const umaEndDate = '2026-11-26T12:00:00.000Z';
const end = instantText(Date.parse(umaEndDate) / 1_000);

it.each([
  [{}, 'Awaiting result'],
  [{ umaResolutionStatus: 'disputed' }, 'Closed, the proposed result is in dispute'],
  [{ umaResolutionStatus: 'proposed', umaEndDate }, `Closed, a result is proposed: objections until ${end}`],
  [{ umaResolutionStatus: 'proposed', umaEndDate, resolvedBy: 'ben' }, `Closed, the result is final: winners are paid at ${end}`],
])('%j reads: %s', (listed, text) => {
  expect(stageText(listed)).toBe(text);
});
