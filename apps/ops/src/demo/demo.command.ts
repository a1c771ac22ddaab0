import type { CommandSpec } from '../cli/command';

const demo: CommandSpec = {
  path: 'demo',
  summary: 'trade on a running system with new wallets, and show the results',
  description:
    'Three new wallets get API keys and money, quote, match in every way, cancel, and see a market resolved. Then the book, trades, activity, holders and leaderboard are shown. Uses two markets with empty books and resolves one of them: for sandboxes, not for production.',
  example: 'ops demo',
  // The demo imports keys and signatures; they are loaded only when it runs.
  run: async (input, context) => (await import('./demo-scenario.js')).runDemo(input, context),
};

export const DEMO_COMMANDS: readonly CommandSpec[] = [demo];
