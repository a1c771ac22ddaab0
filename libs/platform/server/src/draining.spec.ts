import { Controller, Get, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { Draining } from './draining';
import { connectedTo, listeningService } from './testing/listening-service';

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
    app = await listeningService([GreetingsModule], { connectionsPerAddress: 10 });
  });
  afterAll(() => app.close());

  it('ends connections with their next response, so that no client sends into one that is being closed', async () => {
    const client = connectedTo(app).setEncoding('utf8');
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
    const client = connectedTo(app).setEncoding('utf8');
    let said = '';
    client.on('data', (part: string) => (said += part));
    client.write('GET /hello HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
    await once(client, 'close');
    expect(said.match(/HTTP\/1\.1 200 /g)).toHaveLength(1);
    expect(greeted).toHaveBeenCalledTimes(1);
  });
});
