import type { BanRequest } from '@foretell/contracts';
import { argumentAt, type CommandSpec } from '../cli/command';
import { oneOf, walletText } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';

const MODES: readonly BanRequest['mode'][] = ['full', 'closed-only', 'lift'];

const revoke: CommandSpec = {
  path: 'keys revoke',
  summary: 'revoke an API key',
  story: 'Requests with it are refused from now on. Open orders stay; cancel them by banning the address or pausing the market.',
  arguments: [{ name: 'API_KEY', summary: 'the key, a UUID' }],
  options: {},
  example: 'ops keys revoke fd9b64a9-9775-4dd1-8f7f-2d9f06feeb40',
  async run(input, context) {
    const answer = await commanded(context, 'ops.clob.keys.revoke', { apiKey: argumentAt(input, 0) });
    return { value: answer, lines: [answer.revoked ? `revoked ${answer.apiKey}` : `${answer.apiKey} had been revoked before`] };
  },
};

const ban: CommandSpec = {
  path: 'keys ban',
  summary: 'ban an address, restrict it to closing positions, or lift a ban',
  arguments: [{ name: 'ADDRESS', summary: 'the address that holds the keys' }],
  options: { mode: { type: 'string', value: 'MODE', summary: 'full (default), closed-only (may cancel and sell), lift' } },
  example: 'ops keys ban 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --mode closed-only',
  async run(input, context) {
    const mode = oneOf(input, 'mode', MODES) ?? 'full';
    const address = walletText(argumentAt(input, 0), 'ADDRESS');
    const answer = await commanded(context, 'ops.clob.keys.ban', { address, mode });
    return {
      value: answer,
      lines: [answer.banned ? `${answer.address} is banned (${mode})` : `${answer.address} is not banned`],
    };
  },
};

export const KEY_COMMANDS: readonly CommandSpec[] = [revoke, ban];
