import { Controller, Get, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Draining } from './draining';
import { HttpFailure } from './http-failure';
import { ServerModule } from './server.module';
import { createService } from './service';

const greeted = jest.fn();

@Controller()
class Greetings {
  @Get('hello')
  hello(): object {
    greeted();
    return { hello: true };
  }
}

@Module({ controllers: [Greetings] })
class GreetingsModule {}

describe('a process that begins to stop', () => {
  let app: NestExpressApplication;

  beforeAll(async () => {
    const module = ServerModule.forRoot({
      service: 'clob',
      requests: {
        unknownParameters: 'ignored',
        emptyTexts: 'absent',
        refuse: ({ field }) => new HttpFailure(400, field, 'invalid'),
      },
      logLevel: 'silent',
      failureBody: ({ message, code, details }) => ({ error: message, code, details }),
      readiness: [],
      imports: [GreetingsModule],
    });
    app = await createService(module, {
      api: { title: 'a', description: 'a', localUrl: 'http://127.0.0.1' },
      bodyLimit: () => 1_000,
      corsHeaders: [],
      trustedProxies: 0,
      connectionsPerAddress: 10,
    });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  it('ends connections with their next response, so that no client sends into one that is being closed', async () => {
    const client = connect((app.getHttpServer().address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    const ask = async (path: string): Promise<string> => {
      client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      return String((await once(client, 'data'))[0]);
    };
    expect(await ask('/hello')).toContain('\r\nConnection: keep-alive\r\n');
    app.get(Draining).begin();
    const closed = once(client, 'close');
    const last = await ask('/hello');
    expect(last).toMatch(/^HTTP\/1\.1 200 /);
    expect(last).toContain('\r\nConnection: close\r\n');
    await closed;
  });

  it('carries out no request behind that response', async () => {
    greeted.mockClear();
    const client = connect((app.getHttpServer().address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    let said = '';
    client.on('data', (part: string) => (said += part));
    client.write('GET /hello HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
    await once(client, 'close');
    expect(said.match(/HTTP\/1\.1 200 /g)).toHaveLength(1);
    expect(greeted).toHaveBeenCalledTimes(1);
  });
});
