import type { Bans } from '../keys/bans';
import { RehearsalService } from './rehearsal.service';

type Ports = ConstructorParameters<typeof RehearsalService>;

it('refuses a dry run as a placement when 32 wait', async () => {
  const [fail, failing] = [jest.fn(), jest.fn()];
  const banned = new Promise<void>((_resolve, reject) => fail.mockImplementation(reject));
  const bans = { current: () => banned } as unknown as Bans;
  const [config, engine, firstAnswers] = [{}, {}, {}] as unknown as Ports;
  const rehearsals = new RehearsalService(config, engine, firstAnswers, bans);
  const waiting = Array.from({ length: 32 }, () => rehearsals.outcomes([]).catch(failing));
  await expect(rehearsals.outcomes([])).rejects.toMatchObject({ code: 'engine_busy' });
  expect(failing).not.toHaveBeenCalled();
  fail(new Error('no bans'));
  await Promise.all(waiting);
  expect(failing).toHaveBeenCalledTimes(32);
});
