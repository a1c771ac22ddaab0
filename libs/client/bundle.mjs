/**
 * Builds the package that others install: dist/index.js and dist/index.d.ts, each one file that holds the workspace's private
 * libraries and imports only what the manifest names. dist/types is for the workspace's own builds.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

const HERE = dirname(fileURLToPath(import.meta.url));
const ENTRY = join(HERE, 'src/index.ts');
const MANIFEST = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
const INSTALLED = Object.keys({ ...MANIFEST.dependencies, ...MANIFEST.peerDependencies });
const BUNDLED = {
  '@foretell/crypto': '../crypto/src/index.ts',
  '@foretell/signing': '../domain/signing/src/index.ts',
  '@foretell/units': '../domain/units/src/index.ts',
};

/** Finds sources: of this package, and of the private libraries. Anything else must be installable. */
const sources = {
  name: 'sources',
  resolveId(id, importer) {
    if (id in BUNDLED) return join(HERE, BUNDLED[id]);
    if (importer !== undefined && id.startsWith('.')) {
      const path = resolve(dirname(importer), id);
      return [`${path}.ts`, join(path, 'index.ts')].find((candidate) => existsSync(candidate)) ?? null;
    }
    if (id.startsWith('node:') || INSTALLED.some((name) => id === name || id.startsWith(`${name}/`)))
      return { id, external: true };
    return importer === undefined ? null : this.error(`${importer} imports ${id}, which the package does not bring`);
  },
};

const javascript = {
  name: 'javascript',
  transform: (code, id) => {
    const { outputText } = ts.transpileModule(code, {
      fileName: id,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: false },
    });
    return { code: outputText, map: null };
  },
};

execFileSync(process.execPath, [join(HERE, '../../node_modules/typescript/bin/tsc'), '-b', join(HERE, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
await write([sources, javascript], { file: join(HERE, 'dist/index.js'), format: 'cjs', exports: 'named' });
await write([sources, dts({ tsconfig: join(HERE, 'tsconfig.json') })], { file: join(HERE, 'dist/index.d.ts'), format: 'es' });

/** Writes one bundle; a warning is a failure. */
async function write(plugins, output) {
  const onwarn = (warning) => {
    throw new Error(warning.message);
  };
  const bundle = await rollup({ input: ENTRY, plugins, onwarn, treeshake: { moduleSideEffects: false } });
  await bundle.write(output);
  await bundle.close();
}
