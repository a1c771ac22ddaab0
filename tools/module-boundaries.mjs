/**
 * Part of `npm run lint`: the import rules, inside a project by .dependency-cruiser.cjs, between projects by
 * .dependency-cruiser.projects.cjs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, say } from './workspace.mjs';

const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const INSIDE = join(ROOT, '.dependency-cruiser.cjs');
const BETWEEN = join(ROOT, '.dependency-cruiser.projects.cjs');
const VIOLATIONS_FOUND = 1;

/** Trees that break every rule of a configuration; the list below each says which file breaks which rule. */
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
  { rule: 'no-cycle', from: 'apps/clob/src/orders/first.ts' },
  { rule: 'no-runtime-cycle', from: 'libs/domain/exchange/src/book.ts' },
  { rule: 'no-module-cycle', from: 'apps/clob/src/books' },
  { rule: 'state-below-routes', from: 'apps/clob/src/engine/early.ts' },
  { rule: 'no-tests-in-production', from: 'apps/clob/src/trades/tested.ts' },
  { rule: 'no-dead-file', from: 'apps/clob/src/trades/forgotten.ts' },
];

const PROJECTS = {
  'libs/domain/units': '@foretell/units',
  'libs/contracts': '@foretell/contracts',
  'libs/client': '@foretell/client',
  'libs/platform/prisma': '@foretell/platform-prisma',
  'libs/platform/server': '@foretell/platform-server',
  'libs/testing': '@foretell/testing',
};
const BETWEEN_SAMPLES = {
  'libs/domain/units/src/index.ts': `export * from '@foretell/platform-prisma';`,
  'libs/domain/units/src/late.spec.ts': `void import('@foretell/platform-prisma');`,
  'libs/contracts/src/index.ts': `export * from '@foretell/platform-server';`,
  'libs/client/src/index.ts': `import type { A } from '@foretell/platform-server'; export type B = A;`,
  'libs/platform/prisma/src/index.ts': `export * from '@foretell/testing';`,
  'libs/platform/server/src/index.ts': `import '../../prisma/src/index'; export interface A { readonly a: 1 }`,
  'libs/testing/src/index.ts': `import '@foretell/testing'; export {};`,
  'apps/clob/src/main.ts': `export * from '../../gamma/src/app.module';`,
  'apps/gamma/src/app.module.ts': `export * from '@foretell/platform-server';`,
  'apps/console/src/app.ts': `export * from '@foretell/platform-server';`,
};
const BETWEEN_BROKEN = [
  ...Object.keys(BETWEEN_SAMPLES)
    .filter((from) => !/^(libs\/platform\/server|libs\/testing|apps\/gamma)\//.test(from))
    .map((from) => ({ rule: 'layers-in-order', from })),
  { rule: 'projects-by-name', from: 'libs/platform/server/src/index.ts' },
  { rule: 'own-files-by-path', from: 'libs/testing/src/index.ts' },
];

/** Prints the violations and the rules that do not work; true when there are none. */
export function moduleBoundariesHold() {
  const silent = [...silentRules(INSIDE, SAMPLES, BROKEN), ...silentRules(BETWEEN, BETWEEN_SAMPLES, BETWEEN_BROKEN)];
  silent.forEach(({ rule, from }) => say(`${rule} does not refuse the bad sample ${from}`));
  const faulty = [INSIDE, BETWEEN].map((config) => cruise(ROOT, 'err', config)).filter(({ status }) => status !== 0);
  faulty.forEach(({ stdout, stderr }) => say(`${stdout}${stderr}`.trim()));
  return silent.length === 0 && faulty.length === 0;
}

function silentRules(config, samples, broken) {
  const folder = mkdtempSync(join(tmpdir(), 'foretell-boundaries-'));
  try {
    for (const [path, code] of Object.entries(samples)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    if (config === BETWEEN) installProjects(folder);
    const { stdout } = cruise(folder, 'json', config);
    const found = JSON.parse(stdout).summary.violations;
    return broken.filter(({ rule: name, from }) => !found.some((each) => each.rule.name === name && each.from === from));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Like npm workspaces: a link for each package. */
function installProjects(folder) {
  mkdirSync(join(folder, 'node_modules/@foretell'), { recursive: true });
  for (const [path, name] of Object.entries(PROJECTS)) {
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ name, exports: './src/index.ts' }));
    symlinkSync(join(folder, path), join(folder, 'node_modules', name), 'junction');
  }
}

function cruise(cwd, outputType, config) {
  const run = spawnSync(process.execPath, [CRUISER, '--config', config, '--output-type', outputType, 'apps', 'libs'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (run.error !== undefined) throw run.error;
  if (run.status > VIOLATIONS_FOUND && outputType === 'json' && run.stdout === '') throw new Error(run.stderr);
  return run;
}
