import type { OpsResult } from '@foretell/contracts';
import { argumentAt, type ArgumentSpec, type CommandSpec } from '../cli/command';
import { decimalText, required, walletText } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { money } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { pairs, table } from '../terminal/table';
import { plainText } from '../terminal/width';

const WALLET: ArgumentSpec = { name: 'WALLET', summary: 'wallet address' };
const EXAMPLE_WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

function movement(name: 'credit' | 'debit', summary: string): CommandSpec {
  return {
    path: `ledger ${name}`,
    summary,
    story: 'The reference names the cause of the movement, such as a deposit. The same reference never moves money twice.',
    arguments: [WALLET, { name: 'AMOUNT', summary: 'USDC, at most 6 decimals' }],
    options: { reference: { type: 'string', value: 'TEXT', summary: 'required: the cause of this movement' } },
    example: `ops ledger ${name} ${EXAMPLE_WALLET} 250.50 --reference deposit-7781`,
    async run(input, context) {
      const request = {
        wallet: walletText(argumentAt(input, 0), 'WALLET'),
        amount: decimalText(argumentAt(input, 1), 'AMOUNT'),
        reference: required(input.option('reference'), 'reference'),
      };
      const moved = await commanded(context, `ops.clob.ledger.${name}`, request);
      const outcome = moved.applied
        ? `${name}ed ${money(request.amount)} USDC`
        : `nothing moved: the reference "${request.reference}" had been applied before`;
      return { value: moved, lines: [outcome, ...balanceLines(context.screen, moved)] };
    },
  };
}

const show: CommandSpec = {
  path: 'ledger show',
  summary: 'show what a wallet owns, available and locked in orders',
  arguments: [WALLET],
  options: {},
  example: `ops ledger show ${EXAMPLE_WALLET}`,
  async run(input, context) {
    const shown = await commanded(context, 'ops.clob.ledger.show', { wallet: walletText(argumentAt(input, 0), 'WALLET') });
    return { value: shown, lines: [...balanceLines(context.screen, shown), ...positionLines(context.screen, shown)] };
  },
};

function balanceLines(
  screen: Screen,
  balance: { readonly wallet: string; readonly available: string; readonly locked: string },
): readonly string[] {
  return pairs(screen, [
    ['wallet', balance.wallet],
    ['available', `${money(balance.available)} USDC`],
    ['locked', `${money(balance.locked)} USDC`],
  ]);
}

function positionLines(screen: Screen, { positions }: OpsResult<'ops.clob.ledger.show'>): readonly string[] {
  if (positions.length === 0) return [screen.paint.dim('no shares')];
  const columns = [
    { title: 'QUESTION', shrinks: true },
    { title: 'OUTCOME' },
    { title: 'AVAILABLE', align: 'right' },
    { title: 'LOCKED', align: 'right' },
  ] as const;
  const rows = positions.map((position) => [
    plainText(position.question),
    plainText(position.outcome),
    money(position.available),
    money(position.locked),
  ]);
  return ['', ...table(screen, columns, rows)];
}

export const LEDGER_COMMANDS: readonly CommandSpec[] = [
  movement('credit', 'add USDC to a wallet'),
  movement('debit', "take USDC from a wallet's available balance"),
  show,
];
