import { request } from 'node:http';
import type { Invoked } from '../cli/command';
import { EXIT } from '../exit-code';
import { startWorkbench, type Workbench } from './server';

const WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const FORM = '4c2f0a52-6c8a-4a3f-9d1b-0d6f3c1f7a11';
const CREDIT = { form: FORM, WALLET, AMOUNT: '250.5', reference: 'deposit-7' };

interface Got {
  readonly status: number;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

describe('the workbench', () => {
  let workbench: Workbench;
  let port: number;
  let cookie: string;
  let sent: (readonly string[])[];
  let answer: (words: readonly string[]) => Invoked;

  const done = (...lines: string[]): Invoked => ({ exitCode: EXIT.done, lines, complaints: [] });
  const refused = (complaint: string): Invoked => ({ exitCode: EXIT.refused, lines: [], complaints: [complaint] });

  /** fetch does not allow setting Host or Origin. */
  const call = (method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Got> =>
    new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, method, path, headers: { cookie, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            headers: response.headers,
          }),
        );
      });
      call.once('error', reject);
      call.end(body);
    });
  const post = (path: string, values: Record<string, string>, headers: Record<string, string> = {}): Promise<Got> =>
    call(
      'POST',
      path,
      { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      new URLSearchParams(values).toString(),
    );

  beforeEach(async () => {
    sent = [];
    answer = () => refused('NATS does not answer');
    workbench = await startWorkbench((words) => {
      sent.push(words);
      return Promise.resolve(answer(words));
    }, 0);
    const address = new URL(workbench.address);
    port = Number(address.port);
    cookie = '';
    const entered = await call('GET', address.pathname + address.search);
    cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
  });
  afterEach(() => workbench.close());

  describe('lets in one browser', () => {
    it('by an address that works once', async () => {
      const { pathname, search } = new URL(workbench.address);
      expect(await call('GET', '/')).toMatchObject({ status: 200 });
      expect(await call('GET', pathname + search, { cookie: '' })).toMatchObject({
        status: 401,
        text: expect.stringContaining('Run ops serve again'),
      });
    });

    it('with a cookie that no script reads and no other site sends', async () => {
      const other = await startWorkbench(() => Promise.resolve(done()), 0);
      const { headers, status } = await fetch(other.address, { redirect: 'manual' });
      expect(status).toBe(303);
      expect(headers.get('set-cookie')).toMatch(/^foretell_workbench_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
      await other.close();
    });

    it.each(['', 'foretell_workbench=x', 'x'.repeat(4_000)])('and not with the cookie "%s"', async (foreign) => {
      expect(await call('GET', '/', { cookie: foreign })).toMatchObject({ status: 401 });
      expect(await post('/act/credit', CREDIT, { cookie: foreign })).toMatchObject({ status: 401 });
      expect(sent).toEqual([]);
    });

    it('and not with a wrong token', async () => {
      expect(await call('GET', '/?token=x', { cookie: '' })).toMatchObject({ status: 401 });
    });
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1:1', '127.0.0.1'])('is not served as the host %s', async (host) => {
    expect(await call('GET', '/', { host })).toMatchObject({ status: 421 });
    expect(sent).toEqual([]);
  });

  it.each(['https://evil.example', 'http://127.0.0.1:1', 'null', ''])('takes no form of the origin "%s"', async (origin) => {
    expect(await post('/act/credit', CREDIT, { origin })).toMatchObject({ status: 403 });
    expect(sent).toEqual([]);
  });

  it('lets no page run a script, be framed, or be cached', async () => {
    const { headers } = await call('GET', '/');
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('runs the command of a form, and shows the command', async () => {
    answer = () => done('credited 250.50 USDC');
    const { status, text } = await post('/act/credit', CREDIT);
    expect(status).toBe(200);
    expect(sent).toEqual([['ledger', 'credit', WALLET, '250.5', '--reference=deposit-7']]);
    expect(text).toContain('credited 250.50 USDC');
    expect(text).toContain(`ops ledger credit ${WALLET} 250.5 --reference=deposit-7`);
  });

  it('does nothing twice for a form that is sent twice, also at once', async () => {
    answer = () => done('credited');
    const answers = await Promise.all([post('/act/credit', CREDIT), post('/act/credit', CREDIT)]);
    expect(sent).toHaveLength(1);
    expect(answers.filter(({ text }) => text.includes('was not executed again'))).toHaveLength(1);
    expect(await post('/act/credit', { ...CREDIT, AMOUNT: '1' })).toMatchObject({
      text: expect.stringContaining('was not executed again'),
    });
    expect(sent).toHaveLength(1);
  });

  it('keeps what was typed when it is refused, says at the field what to change, and takes it again', async () => {
    answer = () => refused('AMOUNT must be a decimal number such as 10 or 0.5, not "1,5"');
    const { status, text } = await post('/act/credit', { ...CREDIT, AMOUNT: '1,5' });
    expect(status).toBe(422);
    expect(text).toMatch(/name="AMOUNT" required aria-invalid="true" aria-describedby="credit-AMOUNT-hint credit-AMOUNT-error"/);
    expect(text).toContain('value="1,5"');
    expect(text).toContain(`value="${FORM}"`);
    answer = () => done('credited');
    expect(await post('/act/credit', CREDIT)).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(2);
  });

  it('escapes what it was given and what it shows', async () => {
    answer = () => refused('<script>alert(1)</script> & "more"');
    const { text } = await post('/act/credit', { ...CREDIT, WALLET: '"><img src=x onerror=alert(1)>' });
    expect(text).not.toMatch(/<script|<img/);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;');
    expect(text).toContain('value="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"');
  });

  it('gives a value that begins with a dash as a value', async () => {
    answer = () => done();
    await post('/act/credit', { ...CREDIT, WALLET: '--json' });
    expect(sent).toEqual([['ledger', 'credit', '--reference=deposit-7', '--', '--json', '250.5']]);
  });

  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/act/credit', 404],
    ['PUT', '/', 403],
  ])('answers %s %s with %d', async (method, path, status) => {
    expect(await call(method, path)).toMatchObject({ status });
  });

  it('shows how far results are, with the step that comes next', async () => {
    const proposal = { conditionId: '0x1', slug: 'rain', question: 'Rain?', stage: 'proposed', result: 'Yes', until: 0 };
    answer = () =>
      done(
        JSON.stringify({ total: 1, resolutions: [{ ...proposal, source: 'https://weather.example', by: 'alice', note: '<b>' }] }),
      );
    const { text } = await call('GET', '/results');
    expect(sent).toEqual([['resolutions', 'list', '--limit', '50', '--json']]);
    expect(text).toContain('<button aria-label="Finalise: Rain?">Finalise</button>');
    expect(text).toContain('alice: &lt;b&gt;');
    answer = () => refused('the operator who proposed it may not finalise it');
    expect(text).toContain('<input type="hidden" name="WINNER" value="Yes" />');
    expect((await post('/act/finalize', { form: FORM, MARKET: '0x1', WINNER: 'Yes', note: '' })).text).toContain(
      'may not finalise it',
    );
    expect(sent.at(-1)).toEqual(['resolutions', 'finalize', '0x1', 'Yes', `--reference=workbench-${FORM}`]);
  });

  it('shows the alerts of Prometheus with their runbooks, and links nowhere else', async () => {
    const alert = { severity: 'page', state: 'firing', since: '2026-11-26T10:00:00Z', summary: 'No process of clob' };
    const runbook = 'https://a.example/docs/operate/runbooks/#surfacegone';
    const listed = [
      { ...alert, name: 'SurfaceGone', runbook },
      { ...alert, name: 'Foreign', runbook: 'javascript:alert(1)' },
    ];
    answer = ([command]) => (command === 'alerts' ? done(JSON.stringify(listed)) : refused('NATS does not answer'));
    const { text } = await call('GET', '/');
    expect(text).toContain(`<a href="${runbook}">SurfaceGone</a>`);
    expect(text).toContain('Foreign');
    expect(text).not.toContain('javascript:');
  });

  it('shows why a page has no figures', async () => {
    expect(await call('GET', '/')).toMatchObject({ status: 200, text: expect.stringContaining('NATS does not answer') });
  });
});
