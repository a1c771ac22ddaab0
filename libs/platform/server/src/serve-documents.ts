import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { apiDocument, type ApiDescription } from './api-document';
import { JSON_TYPE } from './encoded';

const PATH = '/docs/openapi.json';

/**
 * Serves the API's document as JSON at /docs/openapi.json, and as pages at /docs. It is encoded once: it exceeds two hundred
 * kilobytes, and anyone may request it. YAML is not offered, because it took ten times as long.
 */
export function serveDocuments(app: NestExpressApplication, api: ApiDescription): void {
  let bytes: Buffer | undefined;
  app.use(PATH, (request: Request, response: Response, next: () => void) => {
    if (request.path !== '/' || !['GET', 'HEAD'].includes(request.method)) return next();
    bytes ??= Buffer.from(JSON.stringify(apiDocument(app, api)));
    response.setHeader('Content-Type', JSON_TYPE);
    response.setHeader('Content-Length', bytes.length);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
  SwaggerModule.setup('docs', app, () => apiDocument(app, api), { raw: false });
}
