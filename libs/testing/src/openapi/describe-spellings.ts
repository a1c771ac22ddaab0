import { isDeepStrictEqual } from 'node:util';
import { badParameters } from './bad-values';
import { sampleOf, targetOf } from './requests';
import { readOperations, type OpenApi } from './schema';

/** Requests per read. */
const BAD_REQUESTS = 6;

/**
 * Tests of each read of a service's document: a path with a trailing slash, which Express routes, gives the same response as
 * the path itself, which the route map finds.
 */
export function describeSpellings(document: OpenApi, service: () => { readonly url: string }): void {
  const reads = readOperations(document).filter(({ method, path }) => method === 'GET' && path !== '/');

  /** Retried on a difference: a clock may have ticked between the two. */
  const expectAlike = async (target: string, attempts = 3): Promise<void> => {
    const { url } = service();
    const [one, other] = [await answerTo(url + target), await answerTo(url + withSlash(target))];
    if (attempts > 1 && !isDeepStrictEqual(one, other)) await expectAlike(target, attempts - 1);
    else expect([target, other]).toEqual([target, one]);
  };

  it.each(reads.map((operation) => [operation.name, operation] as const))(
    'answer alike with a slash at the end of the path: %s',
    async (_, operation) => {
      const good = sampleOf(operation, document);
      for (const { target } of badParameters(operation, good).slice(0, BAD_REQUESTS)) await expectAlike(target);
      await expectAlike(targetOf(operation, good.values));
    },
  );
}

/** The same target, with a slash at the end of its path. */
function withSlash(target: string): string {
  return target.replace(/\?|$/, (end) => `/${end}`);
}

/** The response without its time, which a file also contains. */
async function answerTo(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { connection: 'close' } });
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  const text = await response.text();
  const isFile = response.headers.get('content-type') === 'application/zip';
  return { status: response.status, headers, body: isFile ? text.slice(0, 2) : text };
}
