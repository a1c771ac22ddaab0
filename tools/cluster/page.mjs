/**
 * Runs the commands of docs/operate as written. A block has the name of its step, ```sh cluster=NAME; the blocks of one step form
 * one script. `export NAME=VALUE` lines are examples: the test's own values replace them.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../workspace.mjs';

const PAGES = join(ROOT, 'docs', 'operate');
const BLOCK = /^( *)```sh cluster=(\w+)\n([\s\S]*?)\n\1```$/gm;
const APPS = ['clob', 'gamma', 'data', 'ops', 'console', 'migrate'];

/** The script of a step: its blocks in page order. */
function scriptOf(step, values = {}) {
  const texts = readdirSync(PAGES).map((name) => readFileSync(join(PAGES, name), 'utf8'));
  const blocks = texts
    .flatMap((text) => [...text.matchAll(BLOCK)])
    .filter(([, , name]) => name === step)
    .map(([, indent, , text]) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
  if (blocks.length === 0) throw new Error(`docs/operate has no block of the step ${step}`);
  return blocks
    .join('\n')
    .replaceAll(/^export (\w+)=\S+/gm, (line, name) => (Object.hasOwn(values, name) ? `export ${name}='${values[name]}'` : line));
}

/** The working folder of the commands: a site's copy of deploy/k8s, with its images, and the catalog to import. */
export function makeFolder({ images, tag }) {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  cpSync(join(ROOT, 'deploy', 'k8s'), join(folder, 'deploy', 'k8s'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  cpSync(join(ROOT, 'apps', 'gamma', 'sample', 'catalog.json'), join(folder, 'catalog.json'));
  if (process.env.KUBECTL !== undefined)
    writeFileSync(join(folder, 'bin', 'kubectl'), `#!/bin/sh\nexec ${process.env.KUBECTL} "$@"\n`, { mode: 0o755 });
  const named = APPS.map((app) => `  - { name: foretell/${app}, newName: ${images}${app}, newTag: ${tag} }\n`).join('');
  changeParts(folder, (text) => `${text.trimEnd()}\nimages:\n${named}`);
  return folder;
}

/** Writes another version of the images into the copy, as an upgrade does. */
export function nameVersion(folder, tag) {
  changeParts(folder, (text) => text.replaceAll(/newTag: \S+/g, `newTag: ${tag}`));
}

/** Rewrites the kustomization of each part of the local overlay. */
function changeParts(folder, change) {
  const overlay = join(folder, 'deploy', 'k8s', 'overlays', 'local');
  for (const part of readdirSync(overlay, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const file = join(overlay, part.name, 'kustomization.yaml');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}

/** Starts the step's commands, which run until `end` is called; `printed` is their output so far. */
export function startPage(folder, step, values) {
  const script = `set -euo pipefail; shopt -s expand_aliases; PATH="$PWD/bin:$PATH"\n${scriptOf(step, values)}\n`;
  const options = { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true };
  const child = spawn('bash', ['-c', script], options);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  const end = () => {
    try {
      process.kill(-child.pid);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  return { child, printed: () => printed, end };
}

/** Resolves with the output of the step's commands; rejects with it when one of them fails. */
export function runPage(folder, step, values) {
  const { child, printed, end } = startPage(folder, step, values);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // Background processes of a failed script would keep its output open.
    child.once('exit', (code) => code !== 0 && end());
    child.once('close', (code) => {
      if (code === 0) resolve(printed());
      else reject(new Error(`the page's commands of ${step} failed with ${code}:\n${printed().slice(-4000)}`));
    });
  });
}
