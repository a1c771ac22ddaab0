import { readNatsSettings } from './nats.config';

describe('readNatsSettings', () => {
  it('needs no variable: a local server under the usual prefix', () => {
    expect(readNatsSettings('clob', {})).toEqual({
      name: 'clob',
      servers: ['nats://127.0.0.1:4222'],
      prefix: 'foretell',
      jetStreamApi: '$JS.API',
      streamKeepMillis: 0,
      eventsStaleSeconds: 0,
      allowsAnonymous: false,
    });
  });

  it('reads several servers, a prefix, a JetStream API and a user', () => {
    const environment = {
      NATS_URL: 'nats://a:4222,tls://b:4222',
      NATS_PREFIX: 'site.two',
      NATS_JS_API: 'site.js',
      NATS_CA: '/etc/ca.pem',
      NATS_USER: 'clob',
      NATS_PASSWORD: 'x',
    };
    expect(readNatsSettings('clob', environment)).toEqual({
      name: 'clob',
      servers: ['nats://a:4222', 'tls://b:4222'],
      prefix: 'site.two',
      jetStreamApi: 'site.js',
      caFile: '/etc/ca.pem',
      streamKeepMillis: 0,
      eventsStaleSeconds: 0,
      allowsAnonymous: false,
      user: 'clob',
      password: 'x',
    });
  });

  it('reports all faults together', () => {
    const environment = { NATS_URL: 'localhost', NATS_PREFIX: 'Not OK', NATS_JS_API: 'two words', NATS_USER: 'clob' };
    expect(() => readNatsSettings('clob', environment)).toThrow(
      /NATS_URL must[^]*NATS_PREFIX must[^]*NATS_PASSWORD must be set when NATS_USER is[^]*NATS_JS_API must/,
    );
  });

  it('refuses a password in the URL, which is logged', () => {
    expect(() => readNatsSettings('clob', { NATS_URL: 'nats://user:secret@host:4222' })).toThrow(
      /the user is given by NATS_USER and NATS_PASSWORD/,
    );
  });
});
