import { HttpCaller, type HttpAnswer, type TradingClient } from '@foretell/client';
import { fieldsOf, type Fields } from './reads';
import { signedHeaders } from './signed-headers';

/** Deliberate faults in a request's authentication. */
export interface Tampering {
  readonly timestampSeconds?: number;
  /** Replaces headers after signing; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Replaces the body after signing. */
  readonly sentBody?: string;
}

/** Sends a request of the trader that was changed after signing. */
export async function sendTampered(
  trader: TradingClient,
  url: string,
  method: string,
  path: string,
  body: string,
  tampering: Tampering,
): Promise<HttpAnswer> {
  const signed = signedHeaders(trader, {
    method,
    path,
    body: Buffer.from(body),
    ...(tampering.timestampSeconds !== undefined && { timestampSeconds: tampering.timestampSeconds }),
  });
  const replaced = Object.entries({ ...signed, ...tampering.headers });
  const headers = Object.fromEntries(replaced.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const caller = new HttpCaller(url);
  try {
    return await caller.call({ method, path, headers, body: tampering.sentBody ?? body });
  } finally {
    caller.close();
  }
}

/** A signed item with fields of its order, or its own, replaced after signing. */
export function spoilt(item: Fields, changes: { readonly order?: Fields; readonly item?: Fields }): Fields {
  return { ...item, order: { ...fieldsOf(item['order']), ...changes.order }, ...changes.item };
}

const STACK = /\n\s+at |node_modules|\.[tj]s:[0-9]+/;

/** Why a response is not a well-formed refusal of the trading service; undefined when it is one. */
export function refusalFault({ status, text }: HttpAnswer, fields: readonly string[] = ['error']): string | undefined {
  if (status < 400 || status > 499) return `status ${status}: ${text.slice(0, 300)}`;
  if (STACK.test(text)) return `a stack trace: ${text.slice(0, 300)}`;
  let body: Fields;
  try {
    body = fieldsOf(JSON.parse(text));
  } catch {
    return `no JSON: ${text.slice(0, 300)}`;
  }
  const missing = fields.filter((name) => typeof body[name] !== 'string' || body[name] === '');
  return missing.length === 0 ? undefined : `no text in ${missing.join(' and ')}: ${text.slice(0, 300)}`;
}
