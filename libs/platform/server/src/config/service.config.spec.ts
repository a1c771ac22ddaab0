import { readServiceVariables, serviceConfigOf, ServiceVariables, type ServiceConfig } from './service.config';
import { DatabaseUrl, OneOf, variablesOf, WholeNumber } from './variable';

class SampleVariables extends ServiceVariables {
  @DatabaseUrl('sample')
  SAMPLE_DATABASE_URL: string = '';

  @WholeNumber({ min: 1, max: 9, unit: 'seconds', does: 'how long it takes' })
  SAMPLE_SECONDS: number = 5;

  @OneOf(['slow', 'fast'], { does: 'how it goes', unset: 'as it comes' })
  SAMPLE_PACE?: string;
}

const DATABASE_URL = 'postgresql://sample@127.0.0.1:5432/foretell';

function read(environment: NodeJS.ProcessEnv): SampleVariables {
  return readServiceVariables(SampleVariables, 'SAMPLE_DATABASE_URL', environment);
}

function service(environment: NodeJS.ProcessEnv): ServiceConfig {
  return serviceConfigOf(read({ DATABASE_URL, ...environment }));
}

describe("a service's variables", () => {
  it('are those of every service and its own', () => {
    expect(read({ DATABASE_URL, SAMPLE_SECONDS: '7', TRUSTED_PROXIES: '2', LOG_LEVEL: '' })).toMatchObject({
      SAMPLE_DATABASE_URL: DATABASE_URL,
      SAMPLE_SECONDS: 7,
      TRUSTED_PROXIES: 2,
      LOG_LEVEL: 'info',
    });
  });

  it('are refused together, each once, without their values', () => {
    expect(() => read({ DATABASE_URL: 'mysql://u:p4ss@h', SAMPLE_SECONDS: 'x', SAMPLE_PACE: 'quick', LIMITS: 'maybe' })).toThrow(
      [
        'invalid configuration:',
        '  - SAMPLE_DATABASE_URL must be postgresql://user:password@host:port/database; default DATABASE_URL',
        '  - SAMPLE_SECONDS must be a whole number of seconds, 1 to 9',
        '  - SAMPLE_PACE must be slow or fast',
        '  - LIMITS must be on or off',
      ].join('\n'),
    );
  });

  it.each([
    [{}, false],
    [{ OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' }, false],
  ])('%j enable traces: %j', (environment, isTracing) => {
    expect(service(environment).isTracing).toBe(isTracing);
  });

  it('have no address, no health port and no operator view by default', () => {
    const absent = { host: undefined, monitorPort: undefined, operatorKeyDigest: null };
    expect(service({})).toMatchObject(absent);
    const digest = 'Ab'.repeat(32);
    expect(service({ LISTEN_HOST: '::1', MONITOR_PORT: '9400', OPERATOR_VIEW_KEY_SHA256: digest })).toMatchObject({
      host: '::1',
      monitorPort: 9400,
      operatorKeyDigest: Buffer.from(digest, 'hex'),
    });
  });
});

describe('the description of variables', () => {
  it('has name, default and bounds of each, those of every service first', () => {
    const described = variablesOf(SampleVariables);
    expect(described.slice(-2)).toEqual([
      { name: 'SAMPLE_SECONDS', does: 'how long it takes', default: '`5`', values: '1 to 9 seconds' },
      { name: 'SAMPLE_PACE', does: 'how it goes', default: 'as it comes', values: '`slow`, `fast`' },
    ]);
    expect(described.map(({ name }) => name).slice(0, -3)).toEqual(variablesOf(ServiceVariables).map(({ name }) => name));
  });
});
