import { WHOLE_RECORD_TIMEOUT_MS, type CommandSpec } from '../cli/command';
import { wholeNumber } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { count } from '../terminal/figures';

const rehash: CommandSpec = {
  path: 'rehash',
  summary: "verify the trading service's data, and store it with another version of the state hash",
  story:
    'Run it after an upgrade, when no older release will take over again; run it with --to before a downgrade. It reads all data twice, and the writer pauses while it computes the hash of its state. With more than a few million orders, set a longer --timeout.',
  arguments: [],
  options: { to: { type: 'string', value: 'VERSION', summary: 'the newest version that the service supports, by default' } },
  timeoutMs: WHOLE_RECORD_TIMEOUT_MS,
  example: 'ops rehash --to 1',
  async run(input, context) {
    const to = wholeNumber(input, 'to', { min: 1, max: Number.MAX_SAFE_INTEGER });
    const done = await commanded(context, 'ops.clob.record.rehash', to === undefined ? {} : { to });
    return {
      value: done,
      lines: [
        `verified under version ${done.from}: ${done.hashBefore}`,
        `stored with version ${done.to}: ${done.hashAfter}`,
        `${count(done.markets)} markets, ${count(done.balances)} balances, ${count(done.openOrders)} open orders`,
      ],
    };
  },
};

export const RECORD_COMMANDS: readonly CommandSpec[] = [rehash];
