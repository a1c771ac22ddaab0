import type { BanRequest, StoredKey } from '@foretell/contracts';
import { argumentAt, type CommandSpec } from '../cli/command';
import { oneOf, walletText } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { timeText } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { pairs, table } from '../terminal/table';

const MODES: readonly BanRequest['mode'][] = ['full', 'closed-only', 'lift'];

const list: CommandSpec = {
  path: 'keys list',
  summary: 'list the API keys of an address and their permissions',
  description:
    'Oldest first, revoked keys included; of expired scoped keys, only the newest. The name of a key is not secret; its secret is stored nowhere.',
  arguments: [{ name: 'ADDRESS', summary: 'the address that owns the keys' }],
  example: 'ops keys list 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  async run(input, context) {
    const { keys } = await commanded(context, 'ops.clob.keys.list', { address: walletText(argumentAt(input, 0), 'ADDRESS') });
    return { value: keys, lines: keys.length === 0 ? ['no keys'] : keyTable(context.screen, keys) };
  },
};

const show: CommandSpec = {
  path: 'keys show',
  summary: 'show the owner of an API key, its permissions and who revoked it',
  arguments: [{ name: 'API_KEY', summary: 'the key, a UUID' }],
  example: 'ops keys show fd9b64a9-9775-4dd1-8f7f-2d9f06feeb40',
  async run(input, context) {
    const key = await commanded(context, 'ops.clob.keys.show', { apiKey: argumentAt(input, 0) });
    const events = pairs(context.screen, [
      ['key', key.apiKey],
      ['address', key.address],
      ['kind', key.kind],
      ['permission', key.permission],
      ['from', networksOf(key)],
      ['created', timeText(key.createdAt)],
      ['created by', key.parent ?? 'its wallet'],
      ['state', stateOf(key)],
    ]);
    return { value: key, lines: events };
  },
};

function keyTable(screen: Screen, keys: readonly StoredKey[]): readonly string[] {
  const columns = ['KEY', 'KIND', 'PERMISSION', 'CREATED', 'FROM', 'STATE'];
  const rows = keys.map((key) => [key.apiKey, key.kind, key.permission, timeText(key.createdAt), networksOf(key), stateOf(key)]);
  return table(screen, columns, rows);
}

function networksOf({ networks }: StoredKey): string {
  return networks.length === 0 ? 'anywhere' : networks.join(' ');
}

function stateOf({ expiresAt, revokedAt, revokedBy, reference }: StoredKey): string {
  if (revokedAt !== null)
    return `revoked ${timeText(revokedAt)}${revokedBy === null ? '' : ` by ${revokedBy} (${reference ?? ''})`}`;
  return expiresAt === null ? 'valid' : `valid until ${timeText(expiresAt)}`;
}

const revoke: CommandSpec = {
  path: 'keys revoke',
  summary: 'revoke an API key',
  description:
    'Requests with it, and with the keys that it created, are refused from now on, and their streams end. Open orders stay; to cancel them, ban the address or pause the market.',
  arguments: [{ name: 'API_KEY', summary: 'the key, a UUID' }],
  example: 'ops keys revoke fd9b64a9-9775-4dd1-8f7f-2d9f06feeb40',
  async run(input, context) {
    const answer = await commanded(context, 'ops.clob.keys.revoke', { apiKey: argumentAt(input, 0) });
    const first = answer.revoked ? `revoked ${answer.apiKey}` : `${answer.apiKey} was already revoked`;
    return { value: answer, lines: [first, ...answer.descendants.map((key) => `revoked ${key}, which descends from it`)] };
  },
};

const revokeAll: CommandSpec = {
  path: 'keys revoke-all',
  summary: 'revoke every API key of an address',
  description: 'Revokes keys of every kind. The wallet can create new ones, with other nonces.',
  arguments: [{ name: 'ADDRESS', summary: 'the address that owns the keys' }],
  example: 'ops keys revoke-all 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  async run(input, context) {
    const address = walletText(argumentAt(input, 0), 'ADDRESS');
    const answer = await commanded(context, 'ops.clob.keys.revoke-all', { address });
    const lines = answer.revoked.map((key) => `revoked ${key}`);
    return { value: answer, lines: lines.length === 0 ? [`${answer.address} has no valid key`] : lines };
  },
};

const ban: CommandSpec = {
  path: 'keys ban',
  summary: 'ban an address, restrict it to closing positions, or lift a ban',
  arguments: [{ name: 'ADDRESS', summary: 'the address that owns the keys' }],
  options: {
    mode: {
      type: 'string',
      value: 'MODE',
      summary: 'full (default: may only cancel and read), closed-only (may also sell and merge), lift (removes the ban)',
    },
  },
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

const bans: CommandSpec = {
  path: 'keys bans',
  summary: 'list bans, newest first',
  arguments: [{ name: 'ADDRESS', summary: 'only bans of this wallet, or of its owner' }],
  argumentsMin: 0,
  example: 'ops keys bans',
  async run(input, context) {
    const [named] = input.arguments;
    const request = named === undefined ? {} : { address: walletText(named, 'ADDRESS') };
    const answer = await commanded(context, 'ops.clob.keys.bans', request);
    const columns = ['ADDRESS', 'MODE', 'SINCE'];
    const rows = answer.bans.map(({ address, mode, since }) => [address, mode, timeText(since)]);
    return { value: answer.bans, lines: rows.length === 0 ? ['no ban'] : table(context.screen, columns, rows) };
  },
};

export const KEY_COMMANDS: readonly CommandSpec[] = [list, show, revoke, revokeAll, ban, bans];
