/**
 * `npm run lint`: import rules (tools/module-boundaries.mjs); migration rules; eslint over every project, through nx; and knip, which finds
 * unused files, exports and dependencies. First checks that the rules work: its rule must refuse each sample below.
 */
import { migrationsAreSafe } from './migration-lint.mjs';
import { moduleBoundariesHold } from './module-boundaries.mjs';
import { installDependencies, ROOT, runTool, say } from './workspace.mjs';
import { join } from 'node:path';

const SAMPLES = [
  ...['apps/clob/src/main.ts', 'apps/console/src/app.tsx', 'libs/testing/src/index.ts'].flatMap((file) => [
    { file, code: `export * from '@foretell/gamma';\n`, rule: '@typescript-eslint/no-restricted-imports' },
    {
      file,
      code: `import type { A } from '@foretell/data/src/api';\nexport type B = A;\n`,
      rule: '@typescript-eslint/no-restricted-imports',
    },
  ]),
  {
    file: 'apps/console/src/app.tsx',
    code: `export { TradingError } from '@foretell/contracts';\n`,
    rule: '@typescript-eslint/no-restricted-imports',
  },
  { file: 'apps/console/src/app.tsx', code: 'export const logo = <img src="a.png" />;\n', rule: 'jsx-a11y-x/alt-text' },
  { file: 'libs/domain/units/src/index.ts', code: 'export const now = Date.now();\n', rule: 'no-restricted-globals' },
  { file: 'libs/domain/units/src/index.ts', code: 'export const half = 0.5;\n', rule: 'no-restricted-syntax' },
  { file: 'libs/domain/units/src/index.ts', code: 'export const roll = Math.random();\n', rule: 'no-restricted-syntax' },
  { file: 'libs/domain/units/src/index.ts', code: 'export async function later() {}\n', rule: 'no-restricted-syntax' },
  { file: 'libs/domain/units/src/index.ts', code: `export * from 'node:fs';\n`, rule: 'no-restricted-imports' },
];

installDependencies();
process.env.NX_DAEMON = 'false';
const inOrder = moduleBoundariesHold();
const safe = migrationsAreSafe();
const toothless = await silentSamples();
toothless.forEach(({ file, rule, found }) =>
  say(`${rule} does not refuse the bad sample in ${file}; it found: ${found.join(', ') || 'nothing'}`),
);
const code = await runTool('nx', ['run-many', '-t', 'lint', '--parallel=2', '--output-style=static']);
const unused = await runTool('knip', ['--no-config-hints']);
process.exitCode = toothless.length > 0 || !inOrder || !safe ? 1 : code || unused;

async function silentSamples() {
  const { ESLint } = await import('eslint');
  const { default: tseslint } = await import('@typescript-eslint/eslint-plugin');
  // The samples need no type information, which is slow to compute.
  const untyped = {
    languageOptions: { parserOptions: { projectService: false } },
    rules: tseslint.configs['disable-type-checked'].rules,
  };
  const eslint = new ESLint({ cwd: ROOT, overrideConfig: [untyped] });
  const outcomes = [];
  for (const { file, code, rule } of SAMPLES) {
    const [result] = await eslint.lintText(code, { filePath: join(ROOT, file) });
    const found = result.messages.map(({ ruleId, message }) => ruleId ?? message);
    if (!found.includes(rule)) outcomes.push({ file, rule, found });
  }
  return outcomes;
}
