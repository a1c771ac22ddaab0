import type { UserStreamMessage } from '@foretell/contracts';
import { AccountWatch } from './account-watch';
import type { FollowOptions } from './stream-run';

interface Step {
  readonly kind: 'step';
  readonly sequence: number;
  readonly lineage: string;
  readonly messages: UserStreamMessage[];
}

/** A user stream whose updates the test sends; each start is one of its runs. */
class ManualAccount {
  readonly runs: FollowOptions[] = [];
  private wake = (_step: Step): void => undefined;

  readonly open = (options: FollowOptions): AsyncIterable<Step> => {
    this.runs.push(options);
    return this.steps();
  };

  async send(sequence: number, messages: UserStreamMessage[] = []): Promise<void> {
    this.wake({ kind: 'step', sequence, lineage: '1'.repeat(16), messages });
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  private async *steps(): AsyncGenerator<Step, void, undefined> {
    for (;;) yield await new Promise<Step>((resolve) => (this.wake = resolve));
  }
}

describe('AccountWatch', () => {
  function begun() {
    const [account, network, listener] = [new ManualAccount(), new EventTarget(), jest.fn()];
    const watch = new AccountWatch(account.open, network);
    return { account, network, listener, watch, stop: watch.follow(listener) };
  }

  it('increments its version at each step, and is live after the first message of the service', async () => {
    const { account, watch, listener } = begun();
    expect(watch.known()).toEqual({ connection: 'connecting', error: null, version: 0 });
    account.runs[0]?.onConnection('live');
    expect(watch.known()).toEqual({ connection: 'live', error: null, version: 0 });
    await account.send(1);
    await account.send(2);
    expect(watch.known()).toEqual({ connection: 'live', error: null, version: 2 });
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('reports a lost connection, and requests a new read when it is back', () => {
    const { account, watch } = begun();
    account.runs[0]?.onConnection('live');
    account.runs[0]?.onConnection('cut');
    expect(watch.known()).toMatchObject({ connection: 'cut', version: 0 });
    account.runs[0]?.onConnection('live');
    expect(watch.known()).toMatchObject({ connection: 'live', version: 1 });
  });

  it('requests a new read when it is refused: that says why', async () => {
    const refused = new Error('the api key is no longer valid');
    const watch = new AccountWatch(async function* () {
      await Promise.resolve();
      throw refused;
    }, new EventTarget());
    watch.follow(() => undefined);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(watch.known()).toEqual({ connection: 'cut', error: refused, version: 1 });
  });

  it('is cut at once when the network is lost, and starts again with it', () => {
    const { account, network, watch } = begun();
    account.runs[0]?.onConnection('live');
    network.dispatchEvent(new Event('offline'));
    expect(watch.known().connection).toBe('cut');
    expect(account.runs[0]?.signal.aborted).toBe(true);
    network.dispatchEvent(new Event('online'));
    expect(account.runs).toHaveLength(2);
    expect(watch.known().connection).toBe('cut');
    account.runs[1]?.onConnection('live');
    expect(watch.known()).toMatchObject({ connection: 'live', version: 1 });
    account.runs[0]?.onConnection('cut');
    expect(watch.known().connection).toBe('live');
  });

  it('passes on each message to its listeners, which keep the connection open', async () => {
    const { account, watch, stop } = begun();
    const [heard, message] = [jest.fn(), Object.assign(Object.create(null) as UserStreamMessage, { id: 'o1' })];
    const leave = watch.listen(heard);
    stop();
    await account.send(1, [message]);
    expect(heard.mock.calls).toEqual([[message]]);
    leave();
    expect(account.runs[0]?.signal.aborted).toBe(true);
  });

  it('is one connection for all readers, closed with the last of them', () => {
    const { account, network, watch, stop } = begun();
    const leave = watch.follow(() => undefined);
    expect(account.runs).toHaveLength(1);
    stop();
    expect(account.runs[0]?.signal.aborted).toBe(false);
    leave();
    expect(account.runs[0]?.signal.aborted).toBe(true);
    network.dispatchEvent(new Event('online'));
    expect(account.runs).toHaveLength(1);
  });
});
