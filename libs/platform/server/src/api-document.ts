import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  /** Where the surface listens when it is started as it is. */
  readonly localUrl: string;
  /** What else the document says: credentials, answers that every route may give. */
  readonly describe?: (document: DocumentBuilder) => DocumentBuilder;
}

interface Parameter {
  readonly name: string;
  readonly 'x-aliases'?: readonly string[];
  readonly description?: string;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
}

/** The surface's API as OpenAPI 3, from the classes of the contracts. */
export function apiDocument(app: INestApplication, { title, description, localUrl, describe }: ApiDescription): OpenAPIObject {
  const basics = new DocumentBuilder()
    .setTitle(title)
    .setDescription(description)
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The key of the operator’s view.' }, 'operatorKey')
    .addServer(localUrl, 'Where `npm start` serves it; a site has its own address');
  const document = SwaggerModule.createDocument(app, (describe?.(basics) ?? basics).build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  const timesNamed = new Map<string, number>();
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path as Record<string, Operation | undefined>)) {
      if (operation === undefined) continue;
      if (operation.parameters !== undefined) operation.parameters = operation.parameters.flatMap(withAliases);
      const times = (timesNamed.get(operation.operationId) ?? 0) + 1;
      timesNamed.set(operation.operationId, times);
      // A route under a second path: ids are unique, so that a generated client has a function for each.
      if (times > 1) operation.operationId = `${operation.operationId}${times}`;
    }
  }
  return document;
}

/** What a surface needs to be made, not to be initialised: then it asks neither database nor NATS. */
const ENVIRONMENT = {
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  NATS_URL: 'nats://127.0.0.1:1',
  LOG_LEVEL: 'silent',
  AUTH_MASTER_KEY: '0'.repeat(64),
};

/** The document of a surface that is made for it and never serves. */
export async function documentOf(
  makeSurface: (environment: NodeJS.ProcessEnv) => Promise<INestApplication>,
  api: ApiDescription,
): Promise<OpenAPIObject> {
  const app = await makeSurface(ENVIRONMENT);
  try {
    return apiDocument(app, api);
  } finally {
    await app.close();
  }
}

/** Each alias is a parameter of its own, which new callers need not know. */
function withAliases(parameter: Parameter): Parameter[] {
  const { 'x-aliases': aliases, ...plain } = parameter;
  return [
    plain,
    ...(aliases ?? []).map((name) => ({ ...plain, name, description: `The same as ${plain.name}.`, deprecated: true })),
  ];
}
