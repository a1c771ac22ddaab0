import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  /** The address that the service listens on with default settings. */
  readonly localUrl: string;
  /** Further parts of the document: credentials, responses that every route may give. */
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

/** The service's API as OpenAPI 3, from the classes of the contracts. */
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
      // A route under a second path: ids must be unique, so that a generated client has a function for each.
      if (times > 1) operation.operationId = `${operation.operationId}${times}`;
    }
  }
  return document;
}

/** The variables for constructing a service without initialising it: it then connects to neither database nor NATS. */
const ENVIRONMENT = {
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  NATS_URL: 'nats://127.0.0.1:1',
  LOG_LEVEL: 'silent',
  AUTH_MASTER_KEY: '0'.repeat(64),
};

/** The document of a service that is constructed for it and never serves. */
export async function documentOf(
  makeService: (environment: NodeJS.ProcessEnv) => Promise<INestApplication>,
  api: ApiDescription,
): Promise<OpenAPIObject> {
  const app = await makeService(ENVIRONMENT);
  try {
    return apiDocument(app, api);
  } finally {
    await app.close();
  }
}

/** Each alias is its own parameter, which new clients can ignore. */
function withAliases(parameter: Parameter): Parameter[] {
  const { 'x-aliases': aliases, ...plain } = parameter;
  return [
    plain,
    ...(aliases ?? []).map((name) => ({ ...plain, name, description: `The same as ${plain.name}.`, deprecated: true })),
  ];
}
