import type { WalletKind } from '@foretell/contracts';
import { argumentAt, type CommandSpec } from '../cli/command';
import { oneOf, required, walletText } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';

const KINDS: readonly WalletKind[] = ['proxy', 'safe', 'deposit'];

const link: CommandSpec = {
  path: 'wallets link',
  summary: 'let a key holder sign for a proxy, safe or deposit wallet',
  description:
    'A signature does not contain the owner of such a wallet. Orders of signature types 1 (proxy), 2 (safe) and 3 (deposit) are refused until their wallet is linked as that kind.',
  arguments: [
    { name: 'WALLET', summary: 'the wallet that holds the funds' },
    { name: 'OWNER', summary: 'the address whose key signs' },
  ],
  options: {
    kind: { type: 'string', value: 'KIND', summary: `required: ${KINDS.join(', ')}` },
    replace: {
      type: 'boolean',
      summary: 'transfer the wallet from its current owner; its open and delayed orders end',
    },
  },
  example:
    'ops wallets link 0x5FbDB2315678afecb367f032d93F642f64180aa3 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --kind deposit',
  async run(input, context) {
    const linked = await commanded(context, 'ops.clob.wallets.link', {
      wallet: walletText(argumentAt(input, 0), 'WALLET'),
      owner: walletText(argumentAt(input, 1), 'OWNER'),
      kind: required(oneOf(input, 'kind', KINDS), 'kind'),
      ...(input.flag('replace') ? { replace: true } : {}),
    });
    return { value: linked, lines: [`${linked.owner} now signs for the ${linked.kind} wallet ${linked.wallet}`] };
  },
};

export const WALLET_COMMANDS: readonly CommandSpec[] = [link];
