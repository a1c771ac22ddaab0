import { runService, TaskRefusal } from './service';

describe('the arguments of a service', () => {
  const said: string[] = [];
  const read = jest.fn(() => {
    throw new Error('the service was started');
  });
  const repair = jest.fn((args: readonly string[]) => Promise.resolve(`repaired ${args.join(' ')}`));
  const { argv } = process;

  const run = async (...args: string[]): Promise<string> => {
    process.argv = ['node', 'main.js', ...args];
    said.length = 0;
    await runService('clob', read, () => Promise.reject(new Error('the service was started')), { 'repair-record': repair });
    return said.join('');
  };

  beforeEach(() => {
    jest.clearAllMocks();
    for (const stream of [process.stdout, process.stderr])
      jest.spyOn(stream, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  });

  afterEach(() => {
    jest.restoreAllMocks();
    process.argv = argv;
  });

  it('start no service when they name no task', async () => {
    for (const name of ['repair-records', 'toString', '']) {
      const fault = `unknown argument ${name}: give none to start the service, or one of repair-record\n`;
      expect(await run(name)).toBe(fault);
      expect(process.exit).toHaveBeenLastCalledWith(1);
    }
    expect(read).not.toHaveBeenCalled();
  });

  it('name a task and what it needs', async () => {
    expect(await run('repair-record', '--apply')).toBe('repaired --apply\n');
    expect(process.exit).not.toHaveBeenCalled();
    repair.mockRejectedValueOnce(new TaskRefusal('the record is in use'));
    expect(await run('repair-record')).toBe('the record is in use\n');
    expect(process.exit).toHaveBeenCalledWith(1);
  });

  it('are none for the service itself', async () => {
    await run();
    expect(read).toHaveBeenCalled();
  });
});
