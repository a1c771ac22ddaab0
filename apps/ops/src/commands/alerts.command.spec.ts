import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runWith } from '../testing/run-with';

/** As Prometheus 3.5 answers /api/v1/alerts. */
const alert = (alertname: string, state: string) => ({
  labels: { alertname, severity: 'page', job: 'clob' },
  annotations: {
    summary: 'No process of clob can be scraped',
    runbook_url: 'https://a.example/docs/operate/runbooks/#surfacegone',
  },
  state,
  activeAt: '2026-11-26T10:00:00.123Z',
  value: '1e+00',
});

describe('ops alerts', () => {
  let server: Server;
  let answer: { status: number; body: string };
  let paths: (string | undefined)[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    paths = [];
  });

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const alerts = (...words: string[]) => runWith(['alerts', ...words], {}, { environment: { PROMETHEUS_URL: `${url()}/` } });
  const answered = (alerts: unknown) => ({ status: 200, body: JSON.stringify({ status: 'success', data: { alerts } }) });

  it('lists firing ones before those that wait for their time', async () => {
    answer = answered([alert('CommitSlow', 'pending'), alert('SurfaceGone', 'firing')]);
    const { exitCode, out } = await alerts();
    expect(exitCode).toBe(0);
    expect(out.slice(1).map((line) => line.split(/ +/).slice(0, 3))).toEqual([
      ['SurfaceGone', 'page', 'firing'],
      ['CommitSlow', 'page', 'pending'],
    ]);
    expect(paths).toEqual(['/api/v1/alerts']);
    expect(JSON.parse((await alerts('--json')).out.join('\n'))).toMatchObject([
      {
        name: 'SurfaceGone',
        since: '2026-11-26T10:00:00.123Z',
        summary: 'No process of clob can be scraped',
        runbook: 'https://a.example/docs/operate/runbooks/#surfacegone',
      },
      { name: 'CommitSlow' },
    ]);
  });

  it('says that there is none', async () => {
    answer = answered([]);
    expect(await alerts()).toMatchObject({ exitCode: 0, out: ['no alert'] });
  });

  it.each([
    [{ status: 503, body: '' }, 'returned 503'],
    [{ status: 200, body: '<html>' }, 'is PROMETHEUS_URL the address of a Prometheus?'],
    [answered([{ state: 'firing' }]), 'is PROMETHEUS_URL the address of a Prometheus?'],
  ])('says what to change for the answer %j', async (given, complaint) => {
    answer = given;
    const { exitCode, complaints } = await alerts();
    expect({ exitCode, said: complaints.join(' ').includes(complaint) }).toEqual({ exitCode: 1, said: true });
  });

  it('says what to set, and that nothing answers', async () => {
    expect(await runWith(['alerts'])).toMatchObject({
      exitCode: 2,
      complaints: expect.arrayContaining([expect.stringContaining('set PROMETHEUS_URL to the address of Prometheus')]),
    });
    const unused = await runWith(['alerts'], {}, { environment: { PROMETHEUS_URL: 'http://127.0.0.1:9' } });
    expect(unused).toMatchObject({ exitCode: 3, complaints: ['ops: Prometheus at http://127.0.0.1:9 does not respond'] });
  });
});
