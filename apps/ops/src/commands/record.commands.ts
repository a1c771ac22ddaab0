import { WHOLE_RECORD_TIMEOUT_MS, type CommandSpec } from '../cli/command';
import { wholeNumber } from '../cli/parse-input';
import { commanded } from '../connection/ops-connection';
import { count } from '../terminal/figures';

const rehash: CommandSpec = {
  path: 'rehash',
  summary: 'prove the trading record, and stamp it with another version of the state hash',
  story:
    'After an upgrade, once no older release is to take over any more; with --to before going back to one. Reads the whole record twice, and the writer pauses while it hashes its state anew. More than some millions of orders need a longer --timeout.',
  arguments: [],
  options: { to: { type: 'string', value: 'VERSION', summary: 'the newest that the surface knows, unless given' } },
  timeoutMs: WHOLE_RECORD_TIMEOUT_MS,
  example: 'ops rehash --to 1',
  async run(input, context) {
    const to = wholeNumber(input, 'to', { min: 1, max: Number.MAX_SAFE_INTEGER });
    const done = await commanded(context, 'ops.clob.record.rehash', to === undefined ? {} : { to });
    return {
      value: done,
      lines: [
        `proved under version ${done.from}: ${done.hashBefore}`,
        `stamped with version ${done.to}: ${done.hashAfter}`,
        `${count(done.markets)} markets, ${count(done.balances)} balances, ${count(done.openOrders)} open orders`,
      ],
    };
  },
};

export const RECORD_COMMANDS: readonly CommandSpec[] = [rehash];
