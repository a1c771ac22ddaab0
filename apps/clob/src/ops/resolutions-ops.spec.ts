import type { OpsContext } from '@foretell/platform-nats';
import { ResolutionsOpsController } from './resolutions-ops.controller';

const fails = (message: string) => (): never => {
  throw new Error(message);
};

it.each(['propose', 'object', 'finalize', 'reverse'] as const)(
  '%s waits for the views: a replica that does not follow the record yet knows no market',
  async (name) => {
    const controller = new ResolutionsOpsController(
      { requireViews: fails('the views are behind') } as never,
      {} as never,
      { find: fails('there is no such market') } as never,
      { resolution: { isSourceRequired: false, windowMillis: 0, graceMillis: 0, isDirectAllowed: false } },
    );
    const request = { market: 'rain', winner: 'Yes', reference: 't-1' };
    const context = { operator: { actor: 'ann' } } as OpsContext;
    await expect(controller[name](request, context)).rejects.toThrow('the views are behind');
  },
);
