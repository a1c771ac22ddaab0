import type { Action, Field } from './action';

const WALLET: Field = { name: 'WALLET', label: 'Wallet', hint: '0x and 40 hex digits' };
const ADDRESS: Field = { name: 'ADDRESS', label: 'Address', hint: '0x and 40 hex digits' };
const AMOUNT: Field = { name: 'AMOUNT', label: 'USDC', hint: 'at most 6 decimals' };
const REFERENCE: Field = {
  name: 'reference',
  label: 'Reference',
  hint: 'the cause, such as a deposit. The same reference never moves money twice',
};

/** Every form: a command, and its fields. */
export const ACTIONS = [
  {
    id: 'credit',
    title: 'Credit a wallet',
    button: 'Credit',
    command: 'ledger credit',
    page: '/wallet',
    fields: [WALLET, AMOUNT, REFERENCE],
  },
  {
    id: 'debit',
    title: 'Debit a wallet',
    button: 'Debit',
    command: 'ledger debit',
    page: '/wallet',
    fields: [WALLET, AMOUNT, REFERENCE],
  },
  {
    id: 'ban',
    title: 'Ban an address, or lift a ban',
    button: 'Set the ban',
    command: 'keys ban',
    page: '/wallet',
    fields: [
      ADDRESS,
      {
        name: 'mode',
        label: 'Mode',
        choices: ['full', 'closed-only', 'lift'],
        hint: 'full: may do nothing; closed-only: may cancel and sell; lift: is free again',
      },
    ],
  },
  {
    id: 'revoke-keys',
    title: 'Revoke all API keys of an address',
    button: 'Revoke all keys',
    command: 'keys revoke-all',
    page: '/wallet',
    fields: [ADDRESS],
  },
] as const satisfies readonly Action[] as readonly Action[];

/** Throws for an id that no action has. */
export function actionNamed(id: string): Action {
  const action = ACTIONS.find((known) => known.id === id);
  if (action === undefined) throw new Error(`there is no action ${id}`);
  return action;
}
