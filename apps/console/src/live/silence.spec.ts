import { Silence } from './silence';
import { ServiceError } from './service-error';

const DATA = 'http://127.0.0.1:3003/public/v2/value?user=0x1';
const OTHER = 'http://127.0.0.1:3002/public/events';
const NO_ANSWER = new ServiceError('127.0.0.1:3003 does not answer', { status: 0, code: 'no_answer' });
const refusal = (status: number): ServiceError => new ServiceError('no', { status, code: `http_${status}` });

describe('a service that did not respond', () => {
  let now = 0;
  const onBack = jest.fn();
  let silence: Silence;

  beforeEach(() => {
    now = 0;
    onBack.mockReset();
    silence = new Silence(onBack, () => now);
  });

  it('is back with its first response, reported once', () => {
    silence.failed(DATA, NO_ANSWER);
    now = 5_000;
    silence.failed(DATA, NO_ANSWER);
    silence.answered(OTHER);
    expect(onBack).not.toHaveBeenCalled();
    silence.answered(DATA);
    silence.answered(DATA);
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it.each([500, 502, 503, 504])('also counts when it or its proxy returns %i', (status) => {
    silence.failed(DATA, refusal(status));
    now = 5_000;
    silence.answered(DATA);
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it('is back with a refusal, too', () => {
    silence.failed(DATA, NO_ANSWER);
    now = 5_000;
    silence.failed(DATA, refusal(400));
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it('causes no refresh after a single lost request', () => {
    for (let lost = 0; lost < 10; lost += 1) {
      silence.failed(DATA, NO_ANSWER);
      now += 999;
      silence.answered(DATA);
    }
    expect(onBack).not.toHaveBeenCalled();
  });

  it('is not reported when it always responded', () => {
    silence.failed(DATA, refusal(404));
    now = 5_000;
    silence.answered(DATA);
    expect(onBack).not.toHaveBeenCalled();
  });
});
