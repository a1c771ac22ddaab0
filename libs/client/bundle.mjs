/**
 * Builds the published package: index.js for Node and browser.mjs for browsers, each one file with its declarations. Each file
 * contains the workspace's private libraries and imports only what the manifest names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

const HERE = dirname(fileURLToPath(import.meta.url));
const MANIFEST = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
const INSTALLED = Object.keys({ ...MANIFEST.dependencies, ...MANIFEST.peerDependencies });
const PRIVATE = {
  '@foretell/crypto': '../crypto/src/index.ts',
  '@foretell/crypto/browser': '../crypto/src/browser.ts',
  '@foretell/signing': '../domain/signing/src/index.ts',
  '@foretell/units': '../domain/units/src/index.ts',
};
/** The entries: what each bundles, and what it may import from installed packages. */
const NODE = { entry: 'src/index.ts', bundled: PRIVATE, mayImport: [/^node:/, ...INSTALLED.map(packageOf)] };
/** Browser code may import only dependencies without Node APIs or native code; its types may also import the contracts. */
const BROWSER = {
  entry: 'src/browser.ts',
  bundled: { ...PRIVATE, '@foretell/contracts/cursors': '../contracts/src/http/clob/cursor.ts' },
  mayImport: [packageOf('@noble/curves'), packageOf('@noble/hashes')],
};
const BROWSER_TYPES = { ...BROWSER, mayImport: [...BROWSER.mayImport, packageOf('@foretell/contracts')] };

/** Resolves sources of this package and of the private libraries. Anything else must be installable. */
function sources({ bundled, mayImport }) {
  return {
    name: 'sources',
    resolveId(id, importer) {
      if (id in bundled) return join(HERE, bundled[id]);
      if (importer !== undefined && id.startsWith('.')) {
        const path = resolve(dirname(importer), id);
        return [`${path}.ts`, join(path, 'index.ts')].find((candidate) => existsSync(candidate)) ?? null;
      }
      if (mayImport.some((names) => names.test(id))) return { id, external: true };
      return importer === undefined ? null : this.error(`${importer} imports ${id}, which the package does not declare`);
    },
  };
}

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

const declarations = dts({ tsconfig: join(HERE, 'tsconfig.json') });
await write(NODE, javascript, { file: join(HERE, 'dist/index.js'), format: 'cjs', exports: 'named' });
await write(NODE, declarations, { file: join(HERE, 'dist/index.d.ts'), format: 'es' });
await write(BROWSER, javascript, { file: join(HERE, 'dist/browser.mjs'), format: 'es' });
await write(BROWSER_TYPES, declarations, { file: join(HERE, 'dist/browser.d.mts'), format: 'es' });

/** Writes one bundle; a warning is a failure. */
async function write(target, plugin, output) {
  const onwarn = (warning) => {
    throw new Error(warning.message);
  };
  const plugins = [sources(target), plugin];
  const bundle = await rollup({ input: join(HERE, target.entry), plugins, onwarn, treeshake: { moduleSideEffects: false } });
  await bundle.write(output);
  await bundle.close();
}

/** The package itself, or a path in it. */
function packageOf(name) {
  return new RegExp(`^${name}(/|$)`);
}
