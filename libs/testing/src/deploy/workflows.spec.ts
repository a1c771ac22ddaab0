import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../source-files';
import { fieldsOf, listAt, type Fields } from './manifests';

const FOLDER = join(ROOT, '.github', 'workflows');

interface Job {
  readonly title: string;
  readonly text: string;
  readonly fields: Fields;
}

const files = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const jobs: readonly Job[] = files.flatMap(({ name, text }) =>
  Object.entries(fieldsOf(fieldsOf(parse(text))['jobs'])).map(([job, fields]) => ({
    title: `${name}: ${job}`,
    text: JSON.stringify(fields),
    fields: fieldsOf(fields),
  })),
);

/** Whether a job has credentials that could publish in our name. */
function isTrusted({ fields, text }: Job): boolean {
  const rights = Object.values(fieldsOf(fields['permissions']));
  return rights.includes('write') || text.includes('secrets.');
}

/** S12: moving a tag cannot replace the build tools or their output; no token is accessible to third-party code. */
describe('the workflows of the forge', () => {
  it('pin every action by its commit, and name the release', () => {
    const uses = files.flatMap(({ name, text }) =>
      [...text.matchAll(/\buses: (.*)$/gm)].map(([, action]) => `${name}: ${action}`),
    );
    expect(uses.length).toBeGreaterThan(10);
    expect(uses.filter((each) => !/: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each))).toEqual([]);
    const commits = new Map(uses.map((each) => [/: ([\w-]+\/[\w-]+)/.exec(each)?.[1], new Set<string>()]));
    for (const each of uses) commits.get(/: ([\w-]+\/[\w-]+)/.exec(each)?.[1])?.add(each.split('@')[1] ?? '');
    expect([...commits].filter(([, of]) => of.size > 1)).toEqual([]);
  });

  it('give read permissions only by default', () => {
    for (const { text } of files) expect(fieldsOf(parse(text))['permissions']).toEqual({ contents: 'read' });
  });

  it('run nothing that was built or installed where a token could publish', () => {
    const trusted = jobs.filter(isTrusted);
    expect(trusted.map(({ title }) => title)).toEqual(['ci.yaml: packages', 'ci.yaml: scans', 'ci.yaml: images']);
    for (const { text } of trusted)
      expect(text).not.toMatch(
        /actions\/checkout|npm (ci|install|run|exec)|npx |node |build-push-action|docker (build|run)|\.ci\//,
      );
  });

  it('publish for tags only, in an environment that can be protected', () => {
    const publishing = jobs.filter((job) => isTrusted(job) && !job.title.endsWith(': scans'));
    for (const { fields } of publishing) {
      expect(fields['if']).toBe("startsWith(github.ref, 'refs/tags/v')");
      expect(fields['environment']).toBe('release');
    }
    expect(listAt(publishing[0]?.fields, 'steps').length).toBeGreaterThan(0);
  });
});
