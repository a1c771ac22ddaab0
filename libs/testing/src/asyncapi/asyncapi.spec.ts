import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { EVENT_EXAMPLES, OPS_COMMANDS, OPS_EXAMPLES, opsCommandNames } from '@foretell/contracts';
import { asyncApiDocument } from './document';

const FILE = join(__dirname, '../../../contracts/asyncapi/foretell.json');

describe('the AsyncAPI document', () => {
  let document: Awaited<ReturnType<typeof asyncApiDocument>>;

  beforeAll(async () => {
    document = await asyncApiDocument();
  });

  it('equals the committed one: a change of the wire changes that file, which npm run openapi writes', () => {
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(document);
  });

  it('is valid AsyncAPI 3.0', () => {
    const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
    const schema: unknown = JSON.parse(readFileSync(require.resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json'), 'utf8'));
    const isValid = ajv.compile(Object(schema));
    isValid(document);
    expect(isValid.errors).toBeNull();
    expect(isValid({ ...document, channels: { broken: { adress: 1 } } })).toBe(false);
  });

  it('references only what it contains', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    const held = (path: string): unknown =>
      path.split('/').reduce<unknown>((part, name) => Object(part)[name.replaceAll('~1', '/')], document);
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((path) => held(path) === undefined)).toEqual([]);
  });

  /** Has each class's schema, and refuses a field that a class does not document. */
  const strict = (): Ajv => {
    const { schemas } = document['components'] as { schemas: Record<string, object> };
    const closed = Object.entries(schemas).map(([name, schema]) => [
      name,
      'properties' in schema ? { ...schema, additionalProperties: false } : schema,
    ]);
    const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).addKeyword('components');
    return ajv.addSchema({ $id: 'wire', components: { schemas: Object.fromEntries(closed) } });
  };
  const faults = (ajv: Ajv, type: string, value: unknown): unknown => {
    ajv.validate(`wire#/components/schemas/${type}`, value);
    return ajv.errors;
  };

  it.each(Object.values(EVENT_EXAMPLES).map((exchangeEvent) => [exchangeEvent.type, exchangeEvent] as const))(
    'has every field of %s, and nothing that the event lacks',
    (type, exchangeEvent) => {
      const [room = '', event = '', version = ''] = type.split('.');
      const name = [room, event, version].map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
      expect(faults(strict(), name, exchangeEvent)).toBeNull();
    },
  );

  it.each(opsCommandNames().map((name) => [name] as const))('has every field of the request and the result of %s', (name) => {
    const { request, reply } = OPS_COMMANDS[name];
    expect(faults(strict(), request.name, OPS_EXAMPLES[name].request)).toBeNull();
    expect(faults(strict(), reply.name, OPS_EXAMPLES[name].result)).toBeNull();
  });
});
