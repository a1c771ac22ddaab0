import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../source-files';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly policy: string;
  readonly body: string;
}

const SCRIPT = 'document.title = "x";';
const folder = mkdtempSync(join(tmpdir(), 'docs-files-'));

/** The console server's response to each path, in a separate process. */
function answers(docs: string, paths: readonly string[]): Answer[] {
  const place = (name: string): string => JSON.stringify(pathToFileURL(join(ROOT, 'tools', 'console', name)).href);
  const program = `
    const { createConsoleServer } = await import(${place('server.mjs')});
    const { readDocsFiles } = await import(${place('docs-files.mjs')});
    const files = new Map();
    const site = { clob: 'https://clob.example' };
    const shares = { of: () => Promise.resolve(undefined) };
    const server = createConsoleServer(files, { site, pictures: [], docs: readDocsFiles(${JSON.stringify(docs)}), shares });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const found = [];
    for (const path of ${JSON.stringify(paths)}) {
      const response = await fetch('http://127.0.0.1:' + server.address().port + path);
      const [type, policy] = ['content-type', 'content-security-policy'].map((name) => response.headers.get(name));
      found.push({ status: response.status, type, policy, body: await response.text() });
    }
    process.stdout.write(JSON.stringify(found));
    process.exit(0);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  return JSON.parse(printed) as Answer[];
}

describe('the documentation that the console serves', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'fees'));
    writeFileSync(join(folder, 'index.html'), '<p>home</p>');
    writeFileSync(join(folder, '404.html'), '<p>nothing here</p>');
    writeFileSync(join(folder, 'fees', 'index.html'), `<script>${SCRIPT}</script><script src="/docs/x.js"></script><p>fees</p>`);
    writeFileSync(join(folder, 'search.pf_meta'), 'x');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has its pages below /docs, with and without the last slash', () => {
    const found = answers(folder, ['/docs', '/docs/', '/docs/fees', '/docs/fees/?a=b', '/docs/search.pf_meta']);
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(found.map(({ type }) => type)).toEqual([...Array(4).fill('text/html; charset=utf-8'), 'application/octet-stream']);
    expect(found[3]?.body).toContain('<p>fees</p>');
  });

  it('answers what is no page with 404, and never with a file outside', () => {
    const found = answers(folder, ['/docs/none', '/docs/..%2f..%2fpackage.json', '/docsx']);
    expect(found.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(found[0]?.body).toBe('<p>nothing here</p>');
  });

  it('allows the inline scripts that it was built with, by their digests, on its own pages only', () => {
    const digest = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;
    const [docs, site] = answers(folder, ['/docs/fees', '/other']);
    expect(docs?.policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${digest};`);
    expect(site?.policy).toContain("script-src 'self';");
  });

  it('is optional: without it the server says how to build it', () => {
    const [answer] = answers(join(folder, 'absent'), ['/docs/']);
    expect(answer?.status).toBe(404);
    expect(answer?.body).toContain('npm run docs');
  });
});
