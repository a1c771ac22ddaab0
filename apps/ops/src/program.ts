import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandSpec } from './cli/command';
import { ARCHIVE_COMMANDS } from './archive/archive.commands';
import { backupCommands } from './backup/backup.commands';
import { ALERT_COMMANDS } from './commands/alerts.command';
import { AUDIT_COMMANDS } from './commands/audit.command';
import { CATALOG_COMMANDS } from './catalog/catalog-import.command';
import { COMPARE_COMMANDS } from './compare/catalog-compare.command';
import { DEMO_COMMANDS } from './demo/demo.command';
import { DOCTOR_COMMANDS } from './commands/doctor.command';
import { EVENT_COMMANDS } from './commands/events.commands';
import { KEY_COMMANDS } from './commands/keys.commands';
import { LEDGER_COMMANDS } from './commands/ledger.commands';
import { LIMIT_COMMANDS } from './commands/limits.commands';
import { MARKET_COMMANDS } from './commands/markets.commands';
import { PROFILE_COMMANDS } from './commands/profiles.commands';
import { PROJECTION_COMMANDS } from './commands/projections.commands';
import { REPORT_COMMANDS } from './commands/report.command';
import { RESOLUTION_COMMANDS } from './commands/resolutions.commands';
import { REWARD_COMMANDS } from './commands/rewards.commands';
import { SERVE_COMMANDS } from './commands/serve.command';
import { DEAD_LETTER_COMMANDS } from './commands/dead-letters.commands';
import { WALLET_COMMANDS } from './commands/wallets.commands';

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  ...CATALOG_COMMANDS,
  ...COMPARE_COMMANDS,
  ...MARKET_COMMANDS,
  ...RESOLUTION_COMMANDS,
  ...LEDGER_COMMANDS,
  ...REPORT_COMMANDS,
  ...WALLET_COMMANDS,
  ...KEY_COMMANDS,
  ...LIMIT_COMMANDS,
  ...EVENT_COMMANDS,
  ...DEAD_LETTER_COMMANDS,
  ...REWARD_COMMANDS,
  ...PROJECTION_COMMANDS,
  ...PROFILE_COMMANDS,
  ...backupCommands(packageVersion()),
  ...ARCHIVE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...ALERT_COMMANDS,
  ...SERVE_COMMANDS,
  ...DEMO_COMMANDS,
];

/** The version of this package, whose manifest is next to the folder of the code. */
export function packageVersion(): string {
  const content: unknown = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8'));
  return typeof content === 'object' && content !== null && 'version' in content ? String(content.version) : 'unknown';
}
