import {
  address,
  hexOf,
  RECOVERY_REFUSALS,
  recoverSigner,
  SIGNATURE_BYTES,
  writeHex,
  type PendingCheck,
  type Recovery,
  type RecoveryPorts,
} from '@foretell/signing';

/** A request for the signer of the digest. */
export type Signed = Pick<PendingCheck, 'signature' | 'digest'>;

/** A message between threads: signatures, and their results under the same number. */
export interface RecoveryMessage {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const DIGEST_BYTES = 32;
const QUESTION_BYTES = SIGNATURE_BYTES + DIGEST_BYTES;
const ADDRESS_BYTES = 20;
/** A code, and the address when it is RECOVERED. */
const ANSWER_BYTES = 1 + ADDRESS_BYTES;
const RECOVERED = 255;

/** Encodes the requests one after the other. */
export function questionsOf(signed: readonly Signed[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(signed.length * QUESTION_BYTES);
  for (const [index, { signature, digest }] of signed.entries()) {
    bytes.set(signature, index * QUESTION_BYTES);
    bytes.set(digest, index * QUESTION_BYTES + SIGNATURE_BYTES);
  }
  return bytes;
}

/** The work of a thread. */
export function answersTo(questions: Uint8Array, ports: RecoveryPorts): Uint8Array<ArrayBuffer> {
  const count = questions.length / QUESTION_BYTES;
  const answers = new Uint8Array(count * ANSWER_BYTES);
  for (let index = 0; index < count; index += 1) {
    const start = index * QUESTION_BYTES;
    const signature = questions.subarray(start, start + SIGNATURE_BYTES);
    const recovery = recoverSigner(signature, questions.slice(start + SIGNATURE_BYTES, start + QUESTION_BYTES), ports);
    answers[index * ANSWER_BYTES] = recovery.ok ? RECOVERED : RECOVERY_REFUSALS.indexOf(recovery.reason);
    if (recovery.ok) writeHex(recovery.recovered, answers, index * ANSWER_BYTES + 1, ADDRESS_BYTES);
  }
  return answers;
}

/** Throws RangeError for bytes that answersTo does not produce. */
export function recoveriesOf(answers: Uint8Array): readonly Recovery[] {
  return Array.from({ length: answers.length / ANSWER_BYTES }, (_, index): Recovery => {
    const start = index * ANSWER_BYTES;
    const code = answers[start] ?? RECOVERED;
    if (code === RECOVERED) return { ok: true, recovered: address(hexOf(answers.subarray(start + 1, start + ANSWER_BYTES))) };
    const reason = RECOVERY_REFUSALS[code];
    if (reason === undefined) throw new RangeError(`there is no refusal ${code}`);
    return { ok: false, reason };
  });
}
