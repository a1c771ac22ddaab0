import { connect, createServer, type AddressInfo } from 'node:net';
import { passing } from './passing-error';

const ofDatabase = (code: string): Error => Object.assign(new Error(`error ${code}`), { severity: 'ERROR', code });

/** A Node.js error from its own realm: `instanceof Error` is false for it here. */
async function socketReset(): Promise<unknown> {
  const server = createServer((socket) => socket.resetAndDestroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const error = await new Promise<unknown>((resolve) => client.on('error', resolve));
  server.close();
  return error;
}

describe('an error that passes by itself', () => {
  it.each(['57P01', '57P03', '53300', '55P03', '08006'])("is PostgreSQL's %s, and an error that it caused", (code) => {
    const error = ofDatabase(code);
    expect(passing(error)).toBe(error);
    const outer = new Error('the journal could not be read', { cause: error });
    expect(passing(outer)).toBe(outer);
  });

  it('is a connection that is reset', async () => {
    const error = await socketReset();
    expect(passing(error)).toBe(error);
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });

  it.each([ofDatabase('23505'), ofDatabase('XX001'), new Error('the state is another one'), 'no error'])('is not %s', (error) => {
    let thrown: unknown;
    try {
      passing(error);
    } catch (cause) {
      thrown = cause;
    }
    expect(thrown).toBe(error);
  });
});
