/** Part of `npm run lint`: who may import whom inside a project, by .dependency-cruiser.cjs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, say } from './workspace.mjs';

const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
const VIOLATIONS_FOUND = 1;

/** A tree that breaks every rule; what breaks which stands below. */
const SAMPLES = {
  'apps/clob/src/main.ts': `import './engine/early'; import './orders/first'; import './books/left'; import './trades/tested';`,
  'apps/clob/src/orders/first.ts': `import type { Second } from './second'; export type First = Second;`,
  'apps/clob/src/orders/second.ts': `import type { First } from './first'; export type Second = First;`,
  'apps/clob/src/books/left.ts': `import '../history/right';`,
  'apps/clob/src/history/right.ts': `import '../books/other';`,
  'apps/clob/src/books/other.ts': `export {};`,
  'apps/clob/src/engine/early.ts': `import type { First } from '../orders/first'; export type Early = First;`,
  'apps/clob/src/trades/tested.ts': `import '../testing/world';`,
  'apps/clob/src/testing/world.ts': `export {};`,
  'apps/clob/src/trades/forgotten.ts': `export {};`,
  'libs/domain/exchange/src/index.ts': `export * from './order';`,
  'libs/domain/exchange/src/order.ts': `import './book'; export {};`,
  'libs/domain/exchange/src/book.ts': `import './order'; export {};`,
};
const BROKEN = [
  { rule: 'no-circle', from: 'apps/clob/src/orders/first.ts' },
  { rule: 'no-circle-at-run-time', from: 'libs/domain/exchange/src/book.ts' },
  { rule: 'no-room-circle', from: 'apps/clob/src/books' },
  { rule: 'state-below-routes', from: 'apps/clob/src/engine/early.ts' },
  { rule: 'no-tests-in-production', from: 'apps/clob/src/trades/tested.ts' },
  { rule: 'no-dead-file', from: 'apps/clob/src/trades/forgotten.ts' },
];

/** Prints what breaks a rule, and which rule does not see that it is broken; true when there is neither. */
export function roomsAreInOrder() {
  const silent = silentRules();
  silent.forEach(({ rule, from }) => say(`${rule} does not refuse the bad sample ${from}`));
  const { status, stdout, stderr } = cruise(ROOT, 'err');
  if (status !== 0) say(`${stdout}${stderr}`.trim());
  return silent.length === 0 && status === 0;
}

function silentRules() {
  const folder = mkdtempSync(join(tmpdir(), 'foretell-rooms-'));
  try {
    for (const [path, code] of Object.entries(SAMPLES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    const { stdout } = cruise(folder, 'json');
    const found = JSON.parse(stdout).summary.violations;
    return BROKEN.filter((broken) => !found.some(({ rule, from }) => rule.name === broken.rule && from === broken.from));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function cruise(cwd, outputType) {
  const run = spawnSync(process.execPath, [CRUISER, '--config', CONFIG, '--output-type', outputType, 'apps', 'libs'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (run.error !== undefined) throw run.error;
  if (run.status > VIOLATIONS_FOUND && outputType === 'json' && run.stdout === '') throw new Error(run.stderr);
  return run;
}
