/**
 * `npm run release [-- VERSION] [-- --dry-run]`: creates the commit and the tag of a release. The version is the given one,
 * otherwise the one that the commits since the last tag require; services, images and published packages share it.
 * .github/workflows builds, scans, signs and publishes what is pushed with the tag. Source: docs/decisions/releases.md.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDependencies, ROOT, say } from './workspace.mjs';

const CHANGELOG = 'CHANGELOG.md';
const HEADING = '## Unreleased\n';
/** Files with a version that nx does not handle: images in manifests, the root's package. */
const PLACES = [/^deploy\/(?!k8s\/rendered\/).+(\.ya?ml|Dockerfile)$/, /^package\.json$/];

try {
  await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const dryRun = values['dry-run'];
  if (!dryRun && git('status', '--porcelain') !== '') throw new Error('commit or undo the changes first: a release is a commit');
  installDependencies();
  process.env.NX_DAEMON = 'false';
  const { version: before } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { releaseVersion } = await import('nx/release/index.js');
  const { workspaceVersion: version } = await releaseVersion({ specifier: positionals[0], dryRun, stageChanges: false });
  if (version === null || version === undefined)
    throw new Error('no commit since the last release requires another version: name one');
  const changes = [[CHANGELOG, released(readFileSync(join(ROOT, CHANGELOG), 'utf8'), version)], ...versioned(before, version)];
  for (const [path, text] of changes) {
    say(`${dryRun ? 'would write' : 'wrote'} ${path}`);
    if (!dryRun) writeFileSync(join(ROOT, path), text);
  }
  if (dryRun) return say(`${version} would be committed and tagged as v${version}; nothing was changed`);
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  execFileSync(process.execPath, [join(ROOT, 'tools', 'manifests.mjs')], { cwd: ROOT, stdio: 'inherit' });
  git('commit', '--all', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Foretell ${version}`);
  say(`v${version} is tagged here: git push --follow-tags publishes it`);
}

/** Moves the unreleased entries under this version, dated today. */
function released(changelog, version) {
  const [before, after] = changelog.split(HEADING);
  if (after === undefined || /^\s*(## |$)/.test(after)) throw new Error(`${CHANGELOG} has nothing under "${HEADING.trim()}"`);
  return `${before}${HEADING}\n## ${version} (${new Date().toISOString().slice(0, 10)})\n${after}`;
}

/** Files with their new text. Replaces only the versions of images, tags and defaults. */
function versioned(before, version) {
  const said = new RegExp(
    `(foretell/\\w+:|newTag: |ARG VERSION=|^ {2}"version": ")${before.replaceAll('.', '\\.')}(?![\\w.-])`,
    'gm',
  );
  return git('ls-files')
    .split('\n')
    .filter((path) => PLACES.some((place) => place.test(path)))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')])
    .filter(([, text]) => text.search(said) >= 0)
    .map(([path, text]) => [path, text.replaceAll(said, `$1${version}`)]);
}

function git(...words) {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
