import type { PendingCredit } from '@foretell/contracts';
import { money, timeText } from '../../terminal/figures';
import { actionNamed } from '../actions';
import type { Invoker } from '../invoker';
import { buttonOf } from '../forms';
import { html, type Part } from '../html';
import { rowsOf, shown } from '../layout';

/** Credits that wait for another operator. */
export async function approvals(invoker: Invoker): Promise<Part> {
  return [
    html`<p>A credit above the site's limit (CREDIT_APPROVAL_ABOVE) takes effect when another operator approves it.</p>`,
    shown(await invoker.read<readonly PendingCredit[]>('ledger', 'pending'), (credits) =>
      rowsOf(
        'Pending credits',
        ['Reference', 'Wallet', 'USDC', 'Asked by', 'Since', 'Change'],
        credits.map(({ reference, wallet, amount, askedBy, askedAt }) => [
          reference,
          wallet,
          money(amount),
          askedBy,
          timeText(askedAt),
          ['approve', 'decline'].map((id) =>
            buttonOf(actionNamed(id), { REFERENCE: reference }, `${money(amount)} USDC, ${reference}`),
          ),
        ]),
      ),
    ),
  ];
}
