import { SERVICES } from '@foretell/contracts';
import type { Action, Field } from './action';
import { eventFile, eventPreview, EVENT_FIELDS } from './new-event';

const WALLET: Field = { name: 'WALLET', label: 'Wallet', hint: '0x and 40 hex digits' };
const MARKET: Field = { name: 'MARKET', label: 'Market', hint: 'slug, condition id, catalog id or token id' };
const ADDRESS: Field = { name: 'ADDRESS', label: 'Address', hint: '0x and 40 hex digits' };
const AMOUNT: Field = { name: 'AMOUNT', label: 'USDC', hint: 'at most 6 decimals' };
const REFERENCE: Field = {
  name: 'reference',
  label: 'Reference',
  hint: 'the cause, such as a deposit. The same reference never moves money twice',
};

const NOTE: Field = { name: 'note', label: 'Note', hint: 'public explanation', isOptional: true };

/** Every form: a command, and its fields. */
export const ACTIONS: readonly Action[] = [
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
        hint: 'full: may only cancel and read; closed-only: may also sell and merge; lift: removes the ban',
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
  {
    id: 'approve',
    title: 'Approve a credit',
    button: 'Approve',
    command: 'ledger approve',
    page: '/approvals',
    fields: [{ name: 'REFERENCE', label: 'Reference', hint: 'of a credit that another operator asked for' }],
  },
  {
    id: 'decline',
    title: 'Decline a credit',
    button: 'Decline',
    command: 'ledger decline',
    page: '/approvals',
    fields: [{ name: 'REFERENCE', label: 'Reference', hint: 'of a pending credit' }],
  },
  { id: 'pause', title: 'Pause a market', button: 'Pause', command: 'markets pause', page: '/markets', fields: [MARKET] },
  { id: 'resume', title: 'Resume a market', button: 'Resume', command: 'markets resume', page: '/markets', fields: [MARKET] },
  {
    id: 'close',
    title: 'End trading in a market',
    button: 'Close',
    command: 'markets close',
    page: '/markets',
    fields: [MARKET],
  },
  {
    id: 'resolve',
    title: 'Resolve a market',
    button: 'Resolve',
    command: 'markets resolve',
    page: '/markets',
    fields: [
      MARKET,
      { name: 'WINNER', label: 'Winner', hint: "the outcome's label, or half for 0.50 USDC a share. It cannot be undone" },
    ],
  },
  {
    id: 'propose',
    title: 'Propose a result',
    button: 'Propose',
    command: 'resolutions propose',
    page: '/results',
    fields: [
      MARKET,
      { name: 'WINNER', label: 'Winner', hint: "the outcome's label, or half for 0.50 USDC a share. The market closes" },
      { name: 'source', label: 'Source', hint: 'a link where the result can be looked up', isOptional: true },
      NOTE,
    ],
  },
  {
    id: 'object',
    title: 'Object to a proposed result',
    button: 'Object',
    command: 'resolutions object',
    page: '/results',
    fields: [MARKET, NOTE],
  },
  {
    id: 'finalize',
    title: 'Finalise a result that another operator proposed',
    button: 'Finalise',
    command: 'resolutions finalize',
    page: '/results',
    fields: [MARKET, { name: 'WINNER', label: 'Winner', hint: 'the proposed result' }, NOTE],
  },
  {
    id: 'reverse',
    title: 'Reverse a finalised result',
    button: 'Reverse',
    command: 'resolutions reverse',
    page: '/results',
    fields: [MARKET, NOTE],
  },
  {
    id: 'edit',
    title: 'Edit a market',
    button: 'Save',
    command: 'markets set',
    page: '/markets',
    fields: [
      MARKET,
      { name: 'tick', label: 'Tick', hint: '0.1, 0.01, 0.005, 0.0025, 0.001 or 0.0001', isOptional: true },
      { name: 'fee-rate', label: 'Taker fee rate', hint: '0 to 1; 0 means no fee', isOptional: true },
      { name: 'min-size', label: 'Smallest order', hint: 'shares', isOptional: true },
      { name: 'delay', label: 'Delay of a marketable order', hint: 'seconds', isOptional: true },
      { name: 'rewards-rate', label: 'Rewards a day', hint: 'USDC', isOptional: true },
      { name: 'rebate-rate', label: 'Share of the fees for makers', hint: '0 to 1', isOptional: true },
    ],
  },
  {
    id: 'new-event',
    title: 'New event',
    button: 'Create the event',
    command: 'catalog import',
    page: '/new-event',
    fields: EVENT_FIELDS,
    file: eventFile,
    preview: eventPreview,
  },
  {
    id: 'import',
    title: 'Import a catalog',
    button: 'Import',
    command: 'catalog import',
    page: '/import',
    fields: [{ name: 'file', label: 'File', hint: 'JSON or JSON lines of events or markets, up to 32 MB', kind: 'file' }],
    file: ({ file = '' }) => ({ name: 'catalog.json', text: file }),
  },
  {
    id: 'replay',
    title: 'Apply dead-lettered events again',
    button: 'Apply again',
    command: 'events dead-letters replay',
    page: '/dead-letters',
    fields: [{ name: 'surface', label: 'Service', choices: SERVICES }],
  },
  {
    id: 'limit',
    title: 'Change a request limit',
    button: 'Set the limit',
    command: 'limits set',
    page: '/limits',
    fields: [
      { name: 'LIMIT', label: 'Limit' },
      { name: 'COUNT', label: 'Requests', hint: 'in any window, 0 to refuse all, or usual' },
      { name: 'surface', label: 'Service', choices: SERVICES },
    ],
  },
];

/** Throws for an id that no action has. */
export function actionNamed(id: string): Action {
  const action = ACTIONS.find((known) => known.id === id);
  if (action === undefined) throw new Error(`there is no action ${id}`);
  return action;
}
