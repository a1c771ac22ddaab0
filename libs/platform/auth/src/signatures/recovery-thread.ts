import { parentPort } from 'node:worker_threads';
import { loadCrypto } from '@foretell/crypto';
import { answersTo, type RecoveryMessage } from './recovery-bytes';

/** A thread that recovers signers: RecoveryThreads opens this file. An uncaught error ends it. */
void loadCrypto().then((crypto) => {
  parentPort?.on('message', ({ id, bytes }: RecoveryMessage) => {
    const answers = answersTo(bytes, crypto);
    const answer: RecoveryMessage = { id, bytes: answers };
    parentPort?.postMessage(answer, [answers.buffer]);
  });
});
