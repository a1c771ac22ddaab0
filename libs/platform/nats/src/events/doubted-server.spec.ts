import { ErrorCode, NatsError } from 'nats';
import { DoubtedServer } from './doubted-server';

const timeout = (): NatsError => NatsError.errorForCode(ErrorCode.Timeout);
const nobody = (): NatsError => NatsError.errorForCode(ErrorCode.NoResponders);

describe('DoubtedServer', () => {
  const doubted = (): { link: { generation: number; leave: jest.Mock }; server: DoubtedServer } => {
    const link = { generation: 1, leave: jest.fn() };
    return { link, server: new DoubtedServer(link) };
  };

  it('leaves a server after two stream requests in a row without an answer', () => {
    const { link, server } = doubted();
    server.failed(timeout());
    expect(link.leave).not.toHaveBeenCalled();
    server.failed(nobody());
    expect(link.leave).toHaveBeenCalledTimes(1);
  });

  it('leaves no server that answered in between, refused, or was connected to only since', () => {
    const { link, server } = doubted();
    server.failed(timeout());
    server.answered();
    server.failed(timeout());
    server.failed(new Error('the journal has a hole'));
    server.failed(timeout());
    link.generation = 2;
    server.failed(timeout());
    expect(link.leave).not.toHaveBeenCalled();
  });
});
