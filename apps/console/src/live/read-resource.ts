import { EARLY_ANSWERS } from './early-answers';
import { Silence } from './silence';
import { refusalOf, silenceOf, ServiceError } from './service-error';

const silence = new Silence();

/**
 * The response of a service to a GET, or to a POST of postOf, in the shape that its contract promises.
 *
 * Throws ServiceError when it refuses, does not respond, or returns invalid JSON.
 */
export async function readResource<T>(url: string): Promise<T> {
  try {
    const read = await answerOf<T>(url);
    silence.answered(url);
    return read;
  } catch (error) {
    if (error instanceof ServiceError) silence.failed(url, error);
    throw error;
  }
}

async function answerOf<T>(url: string): Promise<T> {
  let answer: Response;
  let text: string;
  const { ask } = EARLY_ANSWERS;
  const mark = url.indexOf(BODY_MARK);
  try {
    answer = await (mark < 0 ? ask(url) : ask(url.slice(0, mark), postedJson(url.slice(mark + 1))));
    text = await answer.text();
  } catch (cause) {
    throw silenceOf(url, cause);
  }
  if (!answer.ok) throw refusalOf(answer.status, text, answer.headers.get('Retry-After'));
  return decoded<T>(url, text);
}

/** A fragment is never sent, so it can contain the body. */
const BODY_MARK = '#';

/** An address for a request by POST, whose body may be long: usable wherever an address is. */
export function postOf(address: string, body: object): string {
  return `${address}${BODY_MARK}${JSON.stringify(body)}`;
}

function postedJson(body: string): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
}

/** The contract's type of the response; the services' own specs verify it. */
function decoded<T>(url: string, text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new ServiceError(`${new URL(url).host} answered no JSON`, { status: 200, code: 'no_json' }, { cause });
  }
}

/** An address with its query; a parameter without a value is left out. */
export function addressOf(
  base: string,
  path: string,
  query: Readonly<Record<string, string | number | boolean | null | undefined>> = {},
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `${base}${path}${text === '' ? '' : `?${text}`}`;
}
