import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../source-files';

const PAGES = join(ROOT, 'docs', 'operate');
const pages = readdirSync(PAGES).map((name) => ({ name, text: readFileSync(join(PAGES, name), 'utf8') }));
const folder = join(ROOT, 'tools', 'cluster');
const sources = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');
const steps = [...sources.matchAll(/\{\s*name: '(\w+)',\s*title: /g)].map(([, name]) => name);
const blocks = pages.flatMap(({ name, text: page }) =>
  [...page.matchAll(/^ *```(.*)\n([\s\S]*?)\n *```$/gm)].map(([, info = '', text = '']) => ({ name, info, text })),
);

/** Commands for a person at a terminal, or a site with a registry or keys of its own, by their first words. */
const NOT_RUN = [
  'for app in clob',
  'kubectl label namespace ingress-controller',
  'kubectl -n foretell create secret generic restore-keys',
  'kubectl -n foretell exec -it deploy/ops',
];

describe('what the pages of docs/operate say of Kubernetes', () => {
  it('is run by the cluster test, but for what needs more than a cluster', () => {
    const asked = blocks.filter(({ text }) => /^(kubectl|helm|ops) /m.test(text) && !/^npm run/m.test(text));
    const unnamed = asked.filter(({ info }) => !info.startsWith('sh cluster='));
    expect(unnamed.filter(({ text }) => !NOT_RUN.some((words) => text.startsWith(words))).map(({ text }) => text)).toEqual([]);
  });

  it('has the blocks of a step on one page, so that their order is clear', () => {
    const places = new Map<string, Set<string>>();
    for (const { name, info } of blocks.filter((each) => each.info.startsWith('sh cluster=')))
      places.set(info, (places.get(info) ?? new Set()).add(name));
    expect([...places].filter(([, names]) => names.size > 1).map(([info]) => info)).toEqual([]);
  });

  it('names only existing steps, and each step that runs a block has one', () => {
    const named = new Set(
      blocks.flatMap(({ info }) => (info.startsWith('sh cluster=') ? [info.slice('sh cluster='.length)] : [])),
    );
    const run = new Set([...sources.matchAll(/(?:runPage|startPage)\([\w.]+, '(\w+)'/g)].map(([, name]) => name));
    expect([...named].sort()).toEqual([...run].sort());
    expect([...named].filter((name) => !steps.includes(name))).toEqual([]);
  });
});
