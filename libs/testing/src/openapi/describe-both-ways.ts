import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { badParameters } from './bad-values';
import { sampleOf, targetOf } from './requests';
import { readOperations, type OpenApi } from './schema';

/** The two entry points of a service. */
interface WaysIn {
  readonly url: string;
  /** The Express application, from Nest's adapter. */
  readonly express: object;
}

/** Per read. */
const BAD_REQUESTS = 6;

/** Tests of each read in a service's document: the fast path in front of Express returns the same response as Express. */
export function describeBothWays(document: OpenApi, surface: () => WaysIn): void {
  const reads = readOperations(document).filter(({ method }) => method === 'GET');
  let byExpress: Server;
  let expressUrl: string;

  beforeAll(async () => {
    byExpress = createServer(surface().express as RequestListener).listen(0);
    await once(byExpress, 'listening');
    expressUrl = `http://127.0.0.1:${(byExpress.address() as AddressInfo).port}`;
  });
  afterAll(() => byExpress?.close());

  /** Retried on a difference: a clock may have ticked between the two. */
  const expectAlike = async (target: string, attempts = 3): Promise<void> => {
    const [one, other] = [await answerTo(surface().url + target), await answerTo(expressUrl + target)];
    if (attempts > 1 && !isDeepStrictEqual(one, other)) await expectAlike(target, attempts - 1);
    else expect([target, other]).toEqual([target, one]);
  };

  it.each(reads.map((operation) => [operation.name, operation] as const))(
    'respond alike in front of Express and in it: %s',
    async (_, operation) => {
      const good = sampleOf(operation, document);
      for (const { target } of badParameters(operation, good).slice(0, BAD_REQUESTS)) await expectAlike(target);
      await expectAlike(targetOf(operation, good.values));
    },
  );
}

/** The complete response without its times; a file has a modification time, too. */
async function answerTo(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { connection: 'close' } });
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  const text = await response.text();
  const isFile = response.headers.get('content-type') === 'application/zip';
  return { status: response.status, headers, body: isFile ? text.slice(0, 2) : text };
}
