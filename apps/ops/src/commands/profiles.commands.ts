import type { PlacedRow, Refusal } from '@foretell/contracts';
import { readFile } from 'node:fs/promises';
import { messageOf } from '@foretell/platform-server/message-of';
import { argumentAt, type CommandSpec, type CommandContext } from '../cli/command';
import { CommandRefused } from '../failure';
import { commanded } from '../connection/ops-connection';
import { count } from '../terminal/figures';
import { Progress } from '../terminal/progress';
import { refusalLines } from '../terminal/refusals';

const BATCH_ROWS = 500;

const importProfiles: CommandSpec = {
  path: 'profiles import',
  summary: 'import the names, bios and pictures of wallets',
  description:
    'FILE is a JSON array of profiles, each with its wallet in proxyWallet. Known wallets are updated; refused rows are listed and the rest is stored.',
  arguments: [{ name: 'FILE', summary: 'a JSON file' }],
  example: 'ops profiles import profiles.json',
  async run(input, context) {
    const profiles = await readRows(argumentAt(input, 0));
    const total = await send(context, profiles);
    return {
      value: total,
      lines: [
        `${count(total.stored)} profiles stored, ${count(total.refused.length)} refused`,
        ...refusalLines(context.screen, total.refused),
      ],
      exitCode: total.refused.length > 0 ? 1 : 0,
    };
  },
};

async function send(
  context: CommandContext,
  profiles: readonly PlacedRow[],
): Promise<{ stored: number; refused: readonly Refusal[] }> {
  const progress = new Progress(context.screen, 'profiles', profiles.length);
  const refused: Refusal[] = [];
  let stored = 0;
  try {
    for (let start = 0; start < profiles.length; start += BATCH_ROWS) {
      const batch = profiles.slice(start, start + BATCH_ROWS);
      const answer = await commanded(context, 'ops.data.profiles.import', { profiles: batch });
      stored += answer.stored;
      refused.push(...answer.refused);
      progress.advance(batch.length);
    }
  } finally {
    progress.finish();
  }
  return { stored, refused };
}

async function readRows(file: string): Promise<readonly PlacedRow[]> {
  const content = await readJson(file);
  if (!Array.isArray(content)) throw new CommandRefused(`${file} must hold a JSON array of profiles`);
  return content.map((row: unknown, index) => ({ place: `${file}[${index}]`, row }));
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandRefused(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandRefused(`${file} is not JSON: ${messageOf(error)}`, { cause: error });
  }
}

export const PROFILE_COMMANDS: readonly CommandSpec[] = [importProfiles];
