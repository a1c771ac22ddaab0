import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '@foretell/platform-server/message-of';
import type { CommandContext } from '../cli/command';
import { EXIT } from '../exit-code';
import { ACTIONS } from './actions';
import { FieldFault, type Action, type Values } from './action';
import { Invoker, type Outcome } from './invoker';
import { confirmation, fieldNamed, formOf } from './forms';
import { Gate } from './gate';
import { html, type Html, type Part } from './html';
import { frame } from './layout';
import { MENU, PAGES } from './pages';
import { STYLE } from './style';

export interface Workbench {
  /** Valid for one use. */
  readonly address: string;
  close(): Promise<void>;
}

const BODY_MAX = 32 * 1024 * 1024;
const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // With no-referrer a browser sends no origin with a form.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

interface Reply {
  readonly status: number;
  readonly body: Html | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves the workbench on this machine only. Port 0 means any free port. */
export async function startWorkbench(invoke: CommandContext['invoke'], port: number): Promise<Workbench> {
  const invoker = new Invoker(invoke);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const gate = new Gate((server.address() as AddressInfo).port);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(gate, invoker, request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, problem(500, messageOf(error))),
    );
  });
  return {
    address: gate.address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const text = typeof body === 'string' ? body : body.text;
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/html; charset=utf-8', ...headers }).end(text);
}

function problem(status: number, reason: string): Reply {
  return { status, body: frame([], '', 'Not possible', html`<p role="alert">${reason}.</p>`) };
}

async function answer(gate: Gate, invoker: Invoker, request: IncomingMessage): Promise<Reply> {
  const denial = gate.denies(request);
  if (denial !== null) return problem(denial.status, denial.reason);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const token = searchParams.get('token');
  const cookie = token === null ? null : gate.exchange(token);
  if (cookie !== null) return { status: 303, body: '', headers: { location: '/', 'set-cookie': cookie } };
  const stranger = gate.deniesStranger(request);
  if (stranger !== null) return problem(stranger.status, stranger.reason);
  if (request.method === 'POST') return post(invoker, pathname, await readForm(request));
  if (request.method !== 'GET') return problem(405, 'only GET and POST are served');
  if (pathname === '/style.css') return { status: 200, body: STYLE, headers: { 'content-type': 'text/css' } };
  const page = PAGES.find(({ path }) => path === pathname);
  if (page === undefined) return problem(404, 'there is no such page');
  return { status: 200, body: frame(MENU, page.path, page.title, await page.view(invoker, searchParams)) };
}

/** Undici reads both encodings of forms. Throws for a body that is too large. */
async function readForm(request: IncomingMessage): Promise<Values> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) throw new Error('the form is larger than 32 MB: import the file by ops catalog import');
    chunks.push(chunk);
  }
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const values: Record<string, string> = {};
  for (const [name, value] of await new Response(Buffer.concat(chunks), { headers }).formData())
    values[name] = typeof value === 'string' ? value.trim() : await value.text();
  return values;
}

async function post(invoker: Invoker, pathname: string, values: Values): Promise<Reply> {
  const action = ACTIONS.find(({ id }) => pathname === `/act/${id}`);
  const form = values['form'] ?? '';
  if (action === undefined || !/^[\w-]{36}$/.test(form)) return problem(404, 'there is no such form');
  if (values['confirmed'] === 'back') return page(action, 200, formOf(action, { values, form }));
  try {
    if (action.preview !== undefined && values['confirmed'] !== 'yes')
      return page(action, 200, [action.preview(values, form), confirmation(action, values, form)]);
    return outcomePage(action, values, form, await invoker.act(action, values, form));
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    const refusal = { field: error.field, reason: error.message };
    return page(action, 422, formOf(action, { values, form, refusal }));
  }
}

function outcomePage(action: Action, values: Values, form: string, outcome: Outcome): Reply {
  const { exitCode, lines, complaints, line, isRepeated } = outcome;
  const command = html`<h2>The same by command</h2>
    <pre>${line}</pre>`;
  const back = html`<p><a href="${action.page}">Back</a></p>`;
  const report = lines.length > 0 && html`<pre>${lines.join('\n')}</pre>`;
  if (exitCode === EXIT.done) {
    const said = isRepeated ? 'This form was sent before and was not executed again. This is its result.' : 'Done.';
    return page(action, 200, [html`<p class="good" role="status">${said}</p>`, report, command, back]);
  }
  const reason = complaints[0] ?? 'Some of it was refused.';
  const field = fieldNamed(action, reason);
  return page(action, 422, [
    html`<p class="bad" role="alert">${reason}</p>`,
    report,
    formOf(action, { values, form, refusal: { field, reason } }),
    command,
    back,
  ]);
}

function page(action: Action, status: number, content: Part): Reply {
  return { status, body: frame(MENU, action.page, action.title, content) };
}
