import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../source-files';

const textOf = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');
const rules = textOf('deploy', 'observability', 'rules.yaml');
const page = textOf('docs', 'operate', 'runbooks.md');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => String(name));
const sections = new Map(page.split(/^## /m).map((section) => [section.split('\n', 1)[0] ?? '', section]));

describe('the runbooks', () => {
  it('have a section for each alert, and each says what to check, how to fix it and when to escalate', () => {
    expect(alerts.length).toBeGreaterThan(20);
    const parts = ['Check', 'Fix', 'Escalate'];
    const incomplete = alerts.filter((name) => parts.some((part) => !sections.get(name)?.includes(`- **${part}.** `)));
    expect(incomplete).toEqual([]);
  });

  it('have no section for a missing alert', () => {
    expect([...sections.keys()].filter((name) => /^[A-Z][a-z]+[A-Z]\w+$/.test(name) && !alerts.includes(name))).toEqual([]);
  });

  it('are named by each alert, in both forms of the rules', () => {
    for (const file of ['rules.yaml', 'prometheus-rule.yaml']) {
      const blocks = textOf('deploy', 'observability', file)
        .split(/(?=- alert: )/)
        .slice(1);
      const unnamed = blocks.filter((block) => {
        const name = /^- alert: (\w+)/.exec(block)?.[1]?.toLowerCase();
        return !new RegExp(`runbook_url: '?http\\S+/operate/runbooks/#${name}\\b`).test(block);
      });
      expect(unnamed).toEqual([]);
    }
  });
});
