import { Silence } from './silence';
import { SurfaceError } from './surface-error';

const DATA = 'http://127.0.0.1:3003/public/v2/value?user=0x1';
const OTHER = 'http://127.0.0.1:3002/public/events';
const NO_ANSWER = new SurfaceError('127.0.0.1:3003 does not answer', { status: 0, code: 'no_answer' });
const refusal = (status: number): SurfaceError => new SurfaceError('no', { status, code: `http_${status}` });

describe('a surface that did not answer', () => {
  let now = 0;
  const onBack = jest.fn();
  let silence: Silence;

  beforeEach(() => {
    now = 0;
    onBack.mockReset();
    silence = new Silence(onBack, () => now);
  });

  it('is back with its first answer, once', () => {
    silence.failed(DATA, NO_ANSWER);
    now = 5_000;
    silence.failed(DATA, NO_ANSWER);
    silence.answered(OTHER);
    expect(onBack).not.toHaveBeenCalled();
    silence.answered(DATA);
    silence.answered(DATA);
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it.each([500, 502, 503, 504])('may as well have failed, or what stands before it tells so: %i', (status) => {
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

  it('is not asked for everything again after a request that was lost', () => {
    for (let lost = 0; lost < 10; lost += 1) {
      silence.failed(DATA, NO_ANSWER);
      now += 999;
      silence.answered(DATA);
    }
    expect(onBack).not.toHaveBeenCalled();
  });

  it('that always answered is none', () => {
    silence.failed(DATA, refusal(404));
    now = 5_000;
    silence.answered(DATA);
    expect(onBack).not.toHaveBeenCalled();
  });
});
