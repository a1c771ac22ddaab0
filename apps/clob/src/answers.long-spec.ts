import { badBodies, badParameters, committedApi, readOperations, sampleOf, type BadRequest } from '@foretell/testing';
import { ClobWorld } from './testing/clob-world';
import { ComparedAnswers, send, type RawAnswer } from './testing/compared-answers';

const OPERATION_MS = 120_000;

/** What is made again for each request: ids, secrets and passphrases, which are as long as others of their kind. */
const MADE = /[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43}=/g;
const BEGINNING = /^POST \/(v1\/)?heartbeats$/;
const MAKING = 'POST /auth/scoped-api-key';

describe('an answer', () => {
  const api = committedApi('clob');
  const operations = readOperations(api);
  let world: ClobWorld;
  let answers: ComparedAnswers;

  beforeAll(async () => {
    world = await ClobWorld.open();
    answers = await ComparedAnswers.open(world);
  });
  afterAll(async () => {
    answers?.close();
    await world?.close();
  });

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'to %s is the same to the byte whatever its fields hold',
    async (name, operation) => {
      const { market, empty } = answers;
      const good = sampleOf(operation, api, {
        token_id: [market.yes],
        token_ids: [`${market.yes},${empty.no}`],
        conditionId: [market.conditionId],
      });
      const plain: BadRequest[] = [...badParameters(operation, good), ...badBodies(operation, api, good)];
      for (const { method, target, body } of plain) {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const sent = answers.signed({ method, target, body: text });
        // The first one begins, and is answered otherwise.
        if (BEGINNING.test(name)) await send(world.url, sent);
        await answers.both(sent, name === MAKING ? maskedAnswer : undefined);
      }
    },
    OPERATION_MS,
  );
});

function maskedAnswer(answer: RawAnswer): RawAnswer {
  return { ...answer, body: answer.body.replaceAll(MADE, 'made') };
}
