import { readNatsSettings } from './nats.config';

describe('readNatsSettings', () => {
  it('needs nothing: a local server under the usual prefix', () => {
    expect(readNatsSettings('clob', {})).toEqual({
      name: 'clob',
      servers: ['nats://127.0.0.1:4222'],
      prefix: 'foretell',
      streamReplicas: 1,
      streamKeepMillis: 30 * 86_400_000,
      factsStaleSeconds: 60,
      allowsAnonymous: false,
    });
  });

  it('reads several servers, a prefix, replicas and a user', () => {
    const environment = {
      NATS_URL: 'nats://a:4222,tls://b:4222',
      NATS_PREFIX: 'site.two',
      NATS_REPLICAS: '3',
      NATS_USER: 'clob',
      NATS_PASSWORD: 'x',
    };
    expect(readNatsSettings('clob', environment)).toEqual({
      name: 'clob',
      servers: ['nats://a:4222', 'tls://b:4222'],
      prefix: 'site.two',
      streamReplicas: 3,
      streamKeepMillis: 30 * 86_400_000,
      factsStaleSeconds: 60,
      allowsAnonymous: false,
      user: 'clob',
      password: 'x',
    });
  });

  it('reports all faults together', () => {
    const environment = { NATS_URL: 'localhost', NATS_PREFIX: 'Not OK', NATS_REPLICAS: 'two', NATS_USER: 'clob' };
    expect(() => readNatsSettings('clob', environment)).toThrow(
      /NATS_URL must[^]*NATS_PREFIX must[^]*NATS_REPLICAS must[^]*NATS_PASSWORD must/,
    );
  });

  it('refuses a password in the URL, which is logged', () => {
    expect(() => readNatsSettings('clob', { NATS_URL: 'nats://user:secret@host:4222' })).toThrow(
      /belong in NATS_USER and NATS_PASSWORD/,
    );
  });
});
