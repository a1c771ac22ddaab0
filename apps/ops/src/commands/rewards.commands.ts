import type { CommandSpec } from '../cli/command';
import { required } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { EXIT } from '../exit-code';
import { count, money } from '../terminal/figures';
import { right, shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';

const report: CommandSpec = {
  path: 'rewards report',
  summary: "show each maker's liquidity rewards of a day",
  description:
    'Each sampled minute distributes 1/1440 of the daily rate in proportion to the scores of that minute. To pay: rewards pay.',
  options: { date: { type: 'string', value: 'YYYY-MM-DD', summary: 'required: a UTC day' } },
  example: 'ops rewards report --date 2026-11-21',
  async run(input, context) {
    const day = required(input.option('date'), 'date');
    const value = await commanded(context, 'ops.clob.rewards.report', { day });
    if (value.shares.length === 0) return { value, lines: [`no rewards were earned on ${day}`] };
    const columns = [shrinking('MARKET'), 'MAKER', right('SHARE %'), right('USDC')];
    const shares = value.shares.map((share) => [
      plainText(share.question),
      share.wallet,
      share.sharePercent,
      money(share.earned),
    ]);
    const totals = value.makers.map((maker) => [maker.wallet, money(maker.earned)]);
    return {
      value,
      lines: [...table(context.screen, columns, shares), '', ...table(context.screen, ['MAKER', right('USDC')], totals)],
    };
  },
};

const pay: CommandSpec = {
  path: 'rewards pay',
  summary: "pay makers a day's rewards and fee rebates",
  description: 'The day must be over. Each payment has its own reference, so repeating the command never pays twice.',
  options: { date: { type: 'string', value: 'YYYY-MM-DD', summary: 'required: a UTC day that is over' } },
  example: 'ops rewards pay --date 2026-11-21',
  async run(input, context) {
    const day = required(input.option('date'), 'date');
    const value = await commanded(context, 'ops.clob.rewards.pay', { day });
    if (value.payments.length === 0) return { value, lines: [`no payments are due for ${day}`] };
    const columns = ['FOR', 'MAKER', right('USDC'), 'PAID'];
    const rows = value.payments.map(({ kind, wallet, amount, applied, refused }) => [
      kind,
      wallet,
      money(amount),
      refused === undefined ? (applied ? 'now' : 'before') : `refused: ${refused}`,
    ]);
    const refusals = value.payments.filter(({ refused }) => refused !== undefined).length;
    const lines = [...table(context.screen, columns, rows), '', `${money(value.total)} USDC for ${day}`];
    if (refusals === 0) return { value, lines };
    const advice = `${count(refusals)} payments were refused: remove the cause, then repeat the command`;
    return { value, lines: [...lines, advice], exitCode: EXIT.refused };
  },
};

export const REWARD_COMMANDS: readonly CommandSpec[] = [report, pay];
