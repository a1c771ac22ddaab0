/**
 * `node tools/bundle.mjs NAME` writes a built app as a self-contained folder, dist/NAME: `node main.js` needs nothing outside it.
 * The folder has everything that main.js reaches: our libraries as built, and the node_modules packages that they import, with
 * all dependencies. `migrate` is not an app and `console` is files: their bundle is a tool with its inputs.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ROOT, say } from './workspace.mjs';

/** A file may load a package lazily, through its own loader. */
const OWN_LOADER = /\bconst (\w+) = [^\n;]*\bcreateRequire\)?\(/g;
const BUILT_IN = new Set(builtinModules);
/** Benches, the simulation and test helpers are built along but never run in the bundle. */
const NOT_OURS_TO_RUN = /(^|\/)(bench|simulation|testing)(\/|$)|(^|\/|\.)bench\.js(\.map)?$|\.tsbuildinfo$|\.d\.ts$/;
/** Prisma ships a query compiler for each supported database. */
const OTHER_DATABASES = /(^|\/)query_compiler\w*\.(cockroachdb|mysql|sqlite|sqlserver)\./;
/** Files of third-party packages that only people, compilers and debuggers read. */
const NOT_TO_RUN = /\.(d\.[cm]?ts|map|md|markdown|flow|ts\.snap)$|(^|\/)(tests?|specs?|__tests__|docs|example|examples)\//i;

/** Bundles that are tools: the program and its inputs, by their place in this workspace. */
const TOOLS = {
  migrate: ['tools/migrate.mjs', 'tools/migrate', 'prisma/schema', 'prisma/migrations', 'deploy/sql'],
  console: ['tools/console/main.mjs', 'tools/console', 'apps/console/dist', 'dist/docs'],
};

const name = process.argv[2] ?? '';
const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
const isApp = tool === undefined;
const app = join(ROOT, 'apps', name);
if (isApp && (!/^[a-z]+$/.test(name) || !existsSync(join(app, 'dist', 'main.js')))) {
  process.stderr.write(`apps/${name} has no dist/main.js: build it first, as "npx nx run ${name}:bundle" does\n`);
  process.exit(2);
}
const target = join(ROOT, 'dist', name);
const direct = new Map();
/** Places of this workspace's packages in the bundle. */
const ours = [];
rmSync(target, { recursive: true, force: true });
if (isApp) addOurs(app, target);
else addTool();
for (const folder of ours) nameWhatIsThere(folder);
writeManifest();
writeFileSync(join(target, 'main.js'), isApp ? `require('./dist/main.js');\n` : `void import('./${tool[0]}');\n`);
cpSync(join(ROOT, 'deploy', 'images', 'healthcheck.cjs'), join(target, 'healthcheck.cjs'));
say(`${relative(ROOT, target)}: ${countOf(target).toLocaleString('en')} files, ${(sizeOf(target) / 1e6).toFixed(1)} MB`);

/** Copies a package of this workspace as built, then everything that it imports. */
function addOurs(folder, to) {
  const built = join(folder, 'dist');
  const isWanted = (path) => !NOT_OURS_TO_RUN.test(relative(built, path).replaceAll(sep, '/'));
  cpSync(built, join(to, 'dist'), { recursive: true, filter: isWanted });
  if (to !== target) {
    writeJson(join(to, 'package.json'), { ...manifest(folder), nx: undefined, devDependencies: undefined });
    ours.push(to);
  }
  addImportsOf(filesOf(join(to, 'dist')), folder);
}

function addTool() {
  for (const path of tool) cpSync(join(ROOT, path), join(target, path), { recursive: true });
  addImportsOf(filesOf(join(target, 'tools')), ROOT);
}

/** Adds the packages that our files import, resolved from `folder`. */
function addImportsOf(files, folder) {
  for (const file of files.filter((path) => /\.[cm]?js$/.test(path))) {
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      if (isPackage(specifier)) add(packageName(specifier), folder, true);
    }
  }
}

function importsOf(code) {
  const loaders = ['require', 'import', ...[...code.matchAll(OWN_LOADER)].map(([, loader]) => loader)];
  const imports = new RegExp(`\\b(?:${loaders.join('|')})\\(\\s*["']([^"']+)["']\\s*\\)`, 'g');
  return [...code.matchAll(imports)].map(([, specifier]) => specifier);
}

/** Adds the package that code in `from` resolves under this name. @param isDirect whether our code imports it */
function add(wanted, from, isDirect = false, isOptional = false) {
  const found = resolve(wanted, from);
  if (found === undefined) {
    if (isOptional) return;
    throw new Error(`${wanted}, which ${relative(ROOT, from)} needs, is not installed`);
  }
  if (isDirect) direct.set(wanted, manifest(found).version);
  const real = realpathSync(found);
  const to = join(target, placeOf(found));
  if (existsSync(to)) return;
  mkdirSync(to, { recursive: true });
  if (!real.split(sep).includes('node_modules')) return addOurs(real, to);
  const isWanted = (path) => {
    const inside = relative(found, path).replaceAll(sep, '/');
    if (inside.startsWith('node_modules')) return false;
    return statSync(path).isDirectory() || !(NOT_TO_RUN.test(inside) || OTHER_DATABASES.test(inside));
  };
  cpSync(found, to, { recursive: true, filter: isWanted, dereference: true });
  for (const [each, optional] of needsOf(manifest(found))) add(each, found, false, optional);
}

/** Removes from a package's manifest what the bundle lacks: `npm sbom` refuses a folder without a named part. */
function nameWhatIsThere(folder) {
  const { dependencies = {}, peerDependencies = {}, ...rest } = manifest(folder);
  const there = (needs) => Object.fromEntries(Object.entries(needs).filter(([each]) => isInBundle(each, folder)));
  const [needed, peers] = [there(dependencies), there(peerDependencies)];
  writeJson(join(folder, 'package.json'), {
    ...rest,
    dependencies: needed,
    peerDependencies: Object.keys(peers).length > 0 ? peers : undefined,
  });
}

/** Whether a file in `from` resolves the package inside the bundle. */
function isInBundle(wanted, from) {
  for (let folder = from; folder !== dirname(target); folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', wanted, 'package.json'))) return true;
  }
  return false;
}

/** [name, optional] of the packages that a package may load at run time. */
function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((each) => !peerDependenciesMeta[each]?.optional);
  return [
    ...Object.keys(dependencies).map((each) => [each, Object.hasOwn(optionalDependencies, each)]),
    ...Object.keys(optionalDependencies).map((each) => [each, true]),
    ...peers.map((each) => [each, false]),
  ];
}

/** Resolves like node: the nearest node_modules above that has it. */
function resolve(wanted, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', wanted);
    if (basename(folder) !== 'node_modules' && existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === ROOT || folder === dirname(folder)) return undefined;
  }
}

/**
 * The place of a package in the folder: as in this workspace, but the contents of our libraries go to the library's new place.
 */
function placeOf(found) {
  const path = relative(ROOT, found);
  if (path.startsWith(`node_modules${sep}`)) return path;
  const owner = path.slice(0, path.indexOf(`${sep}node_modules${sep}`));
  const inside = path.slice(owner.length + 1);
  return join(ROOT, owner) === app ? inside : join('node_modules', manifest(join(ROOT, owner)).name, inside);
}

function writeManifest() {
  const { license, engines, ...root } = manifest(ROOT);
  const { name: packageName_, version } = isApp ? manifest(app) : { name: `@foretell/${name}`, version: root.version };
  const dependencies = Object.fromEntries([...direct].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeJson(join(target, 'package.json'), {
    name: packageName_,
    version,
    private: true,
    license,
    engines,
    main: 'main.js',
    scripts: { start: 'node main.js' },
    dependencies,
  });
}

function isPackage(specifier) {
  return !/^[./#]/.test(specifier) && !specifier.startsWith('node:') && !BUILT_IN.has(specifier.split('/')[0] ?? '');
}

function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function countOf(folder) {
  return filesOf(folder).length;
}

function sizeOf(folder) {
  return filesOf(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}
