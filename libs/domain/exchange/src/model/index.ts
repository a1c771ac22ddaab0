/** For tests of the exchange's followers: the generator behind the exchange's own property tests. */
export { commandSequences } from './commands.arbitrary';
export { rulesFor } from './properties';
export { NEXT_HASH } from './next-hash';
