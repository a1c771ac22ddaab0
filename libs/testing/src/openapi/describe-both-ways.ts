import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { badParameters } from './bad-values';
import { sampleOf, targetOf } from './requests';
import { readOperations, type OpenApi } from './schema';

/** A surface by its two ways in. */
interface WaysIn {
  readonly url: string;
  /** Of Express, by Nest's adapter. */
  readonly express: object;
}

/** Of each read. */
const BAD_REQUESTS = 6;

/** What holds of each read of a surface's document: in front of Express it is answered as by Express. */
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

  /** Once more where not: a clock may have gone on between the two. */
  const expectAlike = async (target: string, attempts = 3): Promise<void> => {
    const [one, other] = [await answerTo(surface().url + target), await answerTo(expressUrl + target)];
    if (attempts > 1 && !isDeepStrictEqual(one, other)) await expectAlike(target, attempts - 1);
    else expect([target, other]).toEqual([target, one]);
  };

  it.each(reads.map((operation) => [operation.name, operation] as const))(
    'answer alike in front of Express and by it: %s',
    async (_, operation) => {
      const good = sampleOf(operation, document);
      for (const { target } of badParameters(operation, good).slice(0, BAD_REQUESTS)) await expectAlike(target);
      await expectAlike(targetOf(operation, good.values));
    },
  );
}

/** All of it but when it was made, which a file tells, too. */
async function answerTo(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { connection: 'close' } });
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  const text = await response.text();
  const isFile = response.headers.get('content-type') === 'application/zip';
  return { status: response.status, headers, body: isFile ? text.slice(0, 2) : text };
}
