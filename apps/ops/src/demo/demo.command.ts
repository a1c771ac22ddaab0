import type { CommandSpec } from '../cli/command';

const demo: CommandSpec = {
  path: 'demo',
  summary: 'trade on a running system with fresh wallets, and show it all',
  story:
    'Three new wallets get API keys and money, quote, match in every way, cancel, and see a market resolved; then the book, trades, activity, holders and leaderboard are shown. Uses two markets with empty books and resolves one of them: for sandboxes, not for production.',
  arguments: [],
  options: {},
  example: 'ops demo',
  // The story brings keys and signatures with it: loaded only when it is told.
  run: async (input, context) => (await import('./demo-story.js')).runDemo(input, context),
};

export const DEMO_COMMANDS: readonly CommandSpec[] = [demo];
