import type { LedgerMoved, OpsResult } from '@foretell/contracts';
import { argumentAt, type Answer, type ArgumentSpec, type CommandSpec } from '../cli/command';
import { decimalText, required, walletText } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { money, timeText } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { pairs, right, shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';

const WALLET: ArgumentSpec = { name: 'WALLET', summary: 'wallet address' };
const WAITING: ArgumentSpec = { name: 'REFERENCE', summary: 'of a credit listed by ledger pending' };
const EXAMPLE_WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

function movement(name: 'credit' | 'debit', summary: string): CommandSpec {
  return {
    path: `ledger ${name}`,
    summary,
    description: 'The reference names the cause of the movement, such as a deposit. The same reference never moves money twice.',
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
      return movedAnswer(context.screen, moved, `${name}ed ${money(request.amount)} USDC`, request.reference);
    },
  };
}

const show: CommandSpec = {
  path: 'ledger show',
  summary: 'show what a wallet owns, available and locked in orders',
  arguments: [WALLET],
  example: `ops ledger show ${EXAMPLE_WALLET}`,
  async run(input, context) {
    const shown = await commanded(context, 'ops.clob.ledger.show', { wallet: walletText(argumentAt(input, 0), 'WALLET') });
    return { value: shown, lines: [...balanceLines(context.screen, shown), ...positionLines(context.screen, shown)] };
  },
};

const pending: CommandSpec = {
  path: 'ledger pending',
  summary: 'list the pending credits, which another operator must approve',
  example: 'ops ledger pending',
  async run(_input, context) {
    const { credits } = await commanded(context, 'ops.clob.ledger.pending', {});
    const columns = [shrinking('REFERENCE'), 'WALLET', right('USDC'), 'ASKED BY', 'SINCE'];
    const rows = credits.map(({ reference, wallet, amount, askedBy, askedAt }) => [
      reference,
      wallet,
      amount,
      askedBy,
      timeText(askedAt),
    ]);
    return { value: credits, lines: rows.length === 0 ? ['no pending credits'] : table(context.screen, columns, rows) };
  },
};

const approve: CommandSpec = {
  path: 'ledger approve',
  summary: 'approve a credit that another operator asked for',
  description: 'The credit takes effect now. Repeating the command never moves money twice.',
  arguments: [WAITING],
  example: 'ops ledger approve deposit-7781',
  async run(input, context) {
    const reference = argumentAt(input, 0);
    const moved = await commanded(context, 'ops.clob.ledger.approve', { reference });
    return movedAnswer(context.screen, moved, `approved and credited ${reference}`, reference);
  },
};

const decline: CommandSpec = {
  path: 'ledger decline',
  summary: 'decline a pending credit, also one of your own',
  description: 'No money moves. The reference stays used: a new request for the credit needs another one.',
  arguments: [WAITING],
  example: 'ops ledger decline deposit-7781',
  async run(input, context) {
    const credit = await commanded(context, 'ops.clob.ledger.decline', { reference: argumentAt(input, 0) });
    return { value: credit, lines: [`declined ${credit.reference}: nothing moved`] };
  },
};

function movedAnswer(screen: Screen, moved: LedgerMoved, applied: string, reference: string): Answer {
  const waits = `nothing moved yet: another operator must approve it by: ops ledger approve ${reference}`;
  const before = `nothing moved: the reference "${reference}" had been applied before`;
  const outcome = moved.isPending === true ? waits : moved.applied ? applied : before;
  return { value: moved, lines: [outcome, ...balanceLines(screen, moved)] };
}

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
  const columns = [shrinking('QUESTION'), 'OUTCOME', right('AVAILABLE'), right('LOCKED')];
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
  pending,
  approve,
  decline,
];
