/** For tests of who follows the exchange: the commands that its own properties are proved with. */
export { commandSequences } from './commands.arbitrary';
export { rulesFor } from './properties';
export { NEXT_HASH } from './next-hash';
