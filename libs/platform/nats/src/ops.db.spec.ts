import { Controller, Module, type INestApplication } from '@nestjs/common';
import { MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { NatsModule } from './nats.module';
import { OpsClient, OpsFailure } from './ops-client';
import { connectOps } from './ops-server';
import { stageSettings, until } from './testing/stage';
import type { NatsSettings } from './nats.config';

jest.setTimeout(30_000);

@Controller()
class KeysOpsController {
  @MessagePattern('ops.clob.keys.revoke')
  revoke(@Payload() { apiKey }: { apiKey: string }): object {
    if (apiKey === '') return { ok: false, error: 'name an api key' };
    if (apiKey === 'broken') throw new RpcException('the table is locked');
    return { ok: true, result: { apiKey, revoked: true } };
  }

  @MessagePattern('ops.clob.doctor')
  slow(): Promise<object> {
    return new Promise((resolve) => slowAnswers.push(() => resolve({ ok: true })));
  }
}
const slowAnswers: (() => void)[] = [];

describe('operator commands', () => {
  const settings: NatsSettings = stageSettings();
  let app: INestApplication;
  let client: OpsClient;

  beforeAll(async () => {
    @Module({ imports: [NatsModule.forRoot(settings)], controllers: [KeysOpsController] })
    class Surface {}
    app = (await Test.createTestingModule({ imports: [Surface] }).compile()).createNestApplication({ logger: false });
    await connectOps(app, 'clob');
    await app.init();
    client = new OpsClient(settings);
    await until('the surface listens', async () => {
      const reply = await client.request('ops.clob.keys.revoke', { apiKey: 'x' }).catch(() => null);
      return reply !== null;
    });
  });
  afterAll(async () => {
    await client.close();
    for (const answer of slowAnswers) answer();
    await app.close();
  });

  it('reach the controller under the prefix and bring its result back', async () => {
    await expect(client.request('ops.clob.keys.revoke', { apiKey: 'k1' })).resolves.toEqual({
      ok: true,
      result: { apiKey: 'k1', revoked: true },
    });
  });

  it('bring a refusal back as it is', async () => {
    await expect(client.request('ops.clob.keys.revoke', { apiKey: '' })).resolves.toEqual({
      ok: false,
      error: 'name an api key',
    });
  });

  it('say that a surface failed, and why', async () => {
    await expect(client.request('ops.clob.keys.revoke', { apiKey: 'broken' })).rejects.toThrow(
      /the clob surface failed on ops.clob.keys.revoke: the table is locked/,
    );
  });

  it('say that a surface is not running', async () => {
    const answer = client.request('ops.gamma.doctor', {});
    await expect(answer).rejects.toThrow(OpsFailure);
    await expect(answer).rejects.toThrow(/the gamma surface does not answer on nats:.*: is it running\?/);
  });

  it('say that a surface took too long', async () => {
    await expect(client.request('ops.clob.doctor', {}, 200)).rejects.toThrow(/did not answer ops.clob.doctor within 200 ms/);
  });

  it('say that NATS is not there', async () => {
    const lost = new OpsClient({ ...settings, servers: ['nats://127.0.0.1:1'] });
    await expect(lost.request('ops.clob.doctor', {})).rejects.toThrow(/NATS does not answer on nats:\/\/127.0.0.1:1/);
    await lost.close();
  });
});
