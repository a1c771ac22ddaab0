/**
 * `npm run docs` builds the documentation as a static site into dist/docs: the Markdown of docs/ by Starlight, with search, and
 * llms.txt and llms-full.txt, the same for programs that read text. The generator is installed in tools/docs-site by its own
 * lock file, if absent. The build needs no network.
 *   DOCS_BASE        path under which the site is served, /docs unless given
 *   DOCS_SOURCE_URL  address of the repository's files on a forge; without it links to code are plain text
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT, say } from './workspace.mjs';

const SITE = join(ROOT, 'tools', 'docs-site');
const OUT = join(ROOT, 'dist', 'docs');
const TEXT = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt', '.wasm']);
const base = process.env.DOCS_BASE || '/docs';

install();
const { prepare } = await import('./docs-site/prepare.mjs');
const { groups, pages } = prepare({ base, source: process.env.DOCS_SOURCE_URL || undefined });
build();
rmSync(OUT, { recursive: true, force: true });
cpSync(join(SITE, 'generated', 'site'), OUT, { recursive: true });
const { llmsFiles } = await import('./docs-site/llms.mjs');
for (const [name, text] of llmsFiles(groups, base)) writeFileSync(join(OUT, name), text);
const files = filesOf(OUT);
files.filter((file) => extname(file) === '.html').forEach(makeReachable);
keepReachable(files.filter((file) => /^ec\..*\.js$/.test(basename(file))));
files.filter((file) => TEXT.has(extname(file))).forEach(compress);
say(`${pages.length} pages, ${files.length} files in ${relative(ROOT, OUT)}`);

/** Runs `npm ci` in tools/docs-site unless it is installed by this lock. */
function install() {
  const [locked, installed] = ['package-lock.json', 'node_modules/.foretell-lock'].map((name) => join(SITE, name));
  const lock = readFileSync(locked, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  say('Installing the site generator (npm ci in tools/docs-site)');
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', words, { cwd: SITE, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
  writeFileSync(installed, lock);
}

function build() {
  const astro = join(SITE, 'node_modules', 'astro', 'astro.js');
  const env = { ...process.env, DOCS_BASE: base, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  // The last build's cache may contain moved or renamed pages.
  for (const cache of ['.astro', 'node_modules/.astro']) rmSync(join(SITE, cache), { recursive: true, force: true });
  const words = [astro, 'build'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: SITE, env, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status === 0) return;
  process.stderr.write(`The site was not built:\n${stdout}${stderr}`);
  process.exit(1);
}

/**
 * Wide tables and blocks of code scroll: the keyboard can always focus them, and each block has its own name.
 */
function makeReachable(file) {
  let blocks = 0;
  const html = readFileSync(file, 'utf8').replaceAll('<table>', '<table tabindex="0">');
  writeFileSync(
    file,
    html.replaceAll(
      '<pre data-language=',
      () => `<pre tabindex="0" role="region" aria-label="Code ${(blocks += 1)}" data-language=`,
    ),
  );
}

/**
 * Removes the part of the generator's script that removes role and focus from a block while it does not scroll: it restores them
 * late, or never, when the window becomes narrow.
 */
function keepReachable([script, ...others]) {
  const parts = readFileSync(script, 'utf8').split(/^(?=try\{)/m);
  const kept = parts.filter((part) => !part.includes('tabindex-js-module'));
  if (others.length > 0 || kept.length !== parts.length - 1) throw new Error(`${script} is not as it was: read it again`);
  writeFileSync(script, kept.join(''));
}

/** Writes a brotli and a gzip version, so that no server has to compress. */
function compress(file) {
  const bytes = readFileSync(file);
  if (bytes.length < 1_000) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
