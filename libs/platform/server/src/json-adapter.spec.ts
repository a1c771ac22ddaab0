import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Module,
  Param,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  type ArgumentsHost,
  type ExecutionContext,
  type CallHandler,
  type MiddlewareConsumer,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { once } from 'node:events';
import { createServer, request as send, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { map } from 'rxjs';
import { Encoded } from './encoded';
import { HttpFailure } from './http-failure';
import { JsonAdapter } from './json-adapter';
import { ServerModule } from './server.module';
import { SOCKET_BOUNDS } from './socket-bounds';
import { createService } from './service';

const CLOSED = {
  canActivate: (): never => {
    throw new HttpFailure(401, 'closed', 'closed');
  },
};
const WRAPPED = {
  intercept: (context: ExecutionContext, next: CallHandler) =>
    next.handle().pipe(map((value: unknown) => ({ path: context.switchToHttp().getRequest<Request>().path, value }))),
};
const DOUBLED = { transform: (value: unknown): unknown => (typeof value === 'string' ? value + value : value) };
class Teapot {
  catch(_thrown: unknown, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(418).json({ is: 'a teapot' });
  }
}

@Controller()
class Routes {
  @Get('json')
  json(@Query() query: object, @Req() { ip, hostname, originalUrl, path }: Request): object {
    return { query, ip, hostname, originalUrl, path };
  }

  @Get(['encoded', 'plain'])
  encoded(@Query('times') times = '1', @Req() { path }: Request): object {
    const value = { name: 'ß好'.repeat(Number(times)) };
    return path === '/plain' ? value : Encoded.of(value);
  }

  @Get('typed')
  @Header('content-type', 'application/json')
  typed(): object {
    return { is: 'typed' };
  }

  @Get('text')
  @Header('content-type', 'text/plain')
  text(): string {
    return 'ß';
  }

  @Get('html')
  html(): string {
    return '<p>';
  }

  @Get('nothing')
  nothing(): void {}

  @Get('file')
  @Header('content-type', 'application/zip')
  file(): StreamableFile {
    return new StreamableFile(Buffer.from('zip'), { type: 'text/plain', disposition: 'attachment', length: 3 });
  }

  @Get('own')
  own(@Res({ passthrough: true }) response: Response): object {
    response.status(202).set('X-Own', '1');
    return {};
  }

  @Get('items/:id/:part')
  item(@Param() params: object): object {
    return params;
  }

  @Post('made')
  made(@Body() body: unknown): object {
    return { body };
  }

  @Delete('gone')
  @HttpCode(204)
  gone(): void {}

  @Get('closed')
  @UseGuards(CLOSED)
  closed(): void {}

  @Get('forbidden')
  @UseGuards({ canActivate: () => false })
  forbidden(): void {}

  @Get('wrapped')
  @UseInterceptors(WRAPPED)
  wrapped(): string {
    return 'inside';
  }

  @Get('doubled')
  @UsePipes(DOUBLED)
  doubled(@Query('word') word: string): object {
    return { word };
  }

  @Get('teapot')
  @UseFilters(Teapot)
  teapot(): never {
    throw new Error('never shown');
  }

  @Get('fault')
  fault(): never {
    throw new Error('never shown');
  }
}

@Module({
  imports: [
    ServerModule.forRoot({
      service: 'test',
      requests: {
        unknownParameters: 'ignored',
        emptyTexts: 'values',
        refuse: ({ faults }) => new HttpFailure(400, faults.join(), 'bad'),
      },
      logLevel: 'silent',
      failureBody: ({ message, code }) => ({ error: message, code }),
      readiness: [],
      imports: [],
    }),
  ],
  controllers: [Routes],
})
class TestModule {}

type Answer = Readonly<{ status: number | undefined; headers: readonly string[]; body: string }>;

const CORS = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', expect.stringContaining('ETag')];
const jsonOf = (value: object, status = 200, before: readonly string[] = []) => {
  const body = JSON.stringify(value);
  const own = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))];
  return { status, headers: [...CORS, ...before, ...own], body };
};

describe('a service', () => {
  let app: NestExpressApplication;
  let express: Server;

  beforeAll(async () => {
    app = await createService(TestModule, {
      api: { title: 'a', description: 'a', localUrl: 'http://127.0.0.1' },
      bodyLimit: () => 100,
      corsHeaders: [],
      trustedProxies: 1,
      connectionsPerAddress: 1_000,
    });
    app.getHttpAdapter().get('/throws', () => {
      throw new HttpFailure(404, 'thrown', 'thrown');
    });
    await app.listen(0, '127.0.0.1');
    express = createServer(app.getHttpAdapter().getInstance() as RequestListener).listen(0, '127.0.0.1');
    await once(express, 'listening');
  });
  afterAll(async () => {
    express?.closeAllConnections();
    express?.close();
    await app?.close();
  });

  const ask = (server: Server, method: string, path: string, body = '', headers = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const sent = send({ port, method, path, agent: false, headers: { host: 'x', ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => void chunks.push(chunk));
        response.on('end', () => {
          const dated = response.rawHeaders.indexOf('Date');
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode, headers: response.rawHeaders.slice(0, dated), body: text });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  /** The service's response, and that of Express's router alone. */
  const both = async (method: string, path: string, body = '', headers = {}): Promise<Answer> => {
    const answer = await ask(app.getHttpServer(), method, path, body, headers);
    expect(await ask(express, method, path, body, headers)).toEqual(answer);
    return answer;
  };

  it('sends JSON with its type and length, to requests that are Express’s own', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const asked = { query: { a: ['1', '2'] }, ip: '203.0.113.7', hostname: 'x', originalUrl: '/json?a=1&a=2', path: '/json' };
    expect(await both('GET', '/json?a=1&a=2', '', headers)).toEqual(jsonOf(asked));
    for (const path of ['/encoded?times=1', '/encoded?times=30000', '/plain?times=30000'])
      expect(await both('GET', path)).toEqual(jsonOf({ name: 'ß好'.repeat(Number(path.split('=')[1])) }));
    expect(await both('GET', '/own')).toEqual(jsonOf({}, 202, ['X-Own', '1']));
    expect(await both('GET', '/items/7/__proto__')).toEqual(jsonOf({ id: '7', part: '__proto__' }));
  });

  it('keeps a type that a handler declares, and completes that of a text', async () => {
    const typed = async (path: string): Promise<unknown> => {
      const { headers, body } = await both('GET', path);
      return [headers.slice(CORS.length), body];
    };
    expect(await typed('/typed')).toEqual([['Content-Type', 'application/json', 'Content-Length', '14'], '{"is":"typed"}']);
    expect(await typed('/text')).toEqual([['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', '2'], 'ß']);
    expect(await typed('/html')).toEqual([['Content-Type', 'text/html; charset=utf-8', 'Content-Length', '3'], '<p>']);
    expect(await typed('/file')).toEqual([
      ['content-type', 'application/zip', 'Content-Disposition', 'attachment', 'Content-Length', '3'],
      'zip',
    ]);
    expect((await both('GET', '/text', '', { 'if-none-match': '*' })).status).toBe(304);
  });

  it('sends nothing where a handler gives nothing', async () => {
    expect(await both('GET', '/nothing')).toMatchObject({ status: 200, headers: expect.arrayContaining(CORS), body: '' });
    expect(await both('DELETE', '/gone')).toMatchObject({ status: 204, headers: CORS, body: '' });
  });

  it('runs guards, interceptors, pipes and filters of single routes', async () => {
    expect(await both('GET', '/closed')).toEqual(jsonOf({ error: 'closed', code: 'closed' }, 401));
    expect(await both('GET', '/forbidden')).toEqual(jsonOf({ error: 'Forbidden resource', code: 'bad_request' }, 403));
    expect(await both('GET', '/wrapped')).toEqual(jsonOf({ path: '/wrapped', value: 'inside' }));
    expect(await both('GET', '/doubled?word=ha')).toEqual(jsonOf({ word: 'haha' }));
    expect(await both('GET', '/teapot')).toMatchObject({ status: 418, body: '{"is":"a teapot"}' });
    expect(await both('GET', '/fault')).toEqual(jsonOf({ error: 'Internal server error', code: 'internal_error' }, 500));
    // A handler without a controller: its exceptions must not end the process.
    expect(await both('GET', '/throws')).toEqual(jsonOf({ error: 'thrown', code: 'thrown' }, 404));
  });

  it('reads bodies, and refuses those that cannot be read', async () => {
    expect(await both('POST', '/made', '{"a":1}')).toEqual(jsonOf({ body: { a: 1 } }, 201));
    expect(await both('POST', '/made')).toEqual(jsonOf({}, 201));
    expect(await both('POST', '/made', '{')).toEqual(
      jsonOf({ error: 'the body is not valid JSON', code: 'malformed_json' }, 400),
    );
    expect(await both('POST', '/made', `"${'x'.repeat(200)}"`)).toMatchObject({ status: 413 });
  });

  it('leaves HEAD, OPTIONS, other methods and other spellings to Express', async () => {
    for (const path of ['/text', '/encoded', '/file']) {
      const { headers } = await ask(app.getHttpServer(), 'GET', path);
      expect(await both('HEAD', path)).toEqual({ status: 200, headers, body: '' });
    }
    expect(await both('OPTIONS', '/json')).toMatchObject({ status: 204, body: '' });
    for (const path of ['/none', '/JSON/x', '//json']) expect(await both('GET', path)).toMatchObject({ status: 404 });
    expect(await both('POST', '/json')).toEqual(jsonOf({ error: 'not found', code: 'not_found' }, 404));
    expect(await both('GET', '/ENCODED/')).toEqual(jsonOf({ name: 'ß好' }));
    expect(await both('GET', '/items/%37/x')).toEqual(jsonOf({ id: '7', part: 'x' }));
    expect(await both('GET', '/items/%ff/x')).toMatchObject({ status: 400 });
  });

  it('says which requests are found without Express’s router', () => {
    const adapter = app.getHttpAdapter() as JsonAdapter;
    const asked = ['GET /items/1/2', 'HEAD /json', 'GET /json/'].map((name) => name.split(' ') as [string, string]);
    expect(asked.map(([method, path]) => adapter.isMapped(method, path))).toEqual([true, false, false]);
  });

  it('does not start with middleware of single routes, which would be passed by', async () => {
    @Module({ controllers: [Routes] })
    class WithMiddleware {
      configure(consumer: MiddlewareConsumer): void {
        consumer.apply((_request: unknown, _response: unknown, next: () => void) => next()).forRoutes(Routes);
      }
    }
    const adapter = new JsonAdapter(SOCKET_BOUNDS, (_request, _response, next) => next());
    const starting = NestFactory.create(WithMiddleware, adapter, { logger: false }).then((made) => made.init());
    await expect(starting).rejects.toThrow('middleware of single routes is not supported');
  });
});
