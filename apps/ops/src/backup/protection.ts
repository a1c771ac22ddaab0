import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf } from '@foretell/platform-server/message-of';
import { UsageError } from '../failure';
import type { Passage } from '../tables/row-file';

/** Settings of the backup keys; null for each that is not set. */
export interface BackupKeys {
  /** age recipients, `age1…`. */
  readonly recipients: readonly string[];
  /** File with an Ed25519 private key (PEM). */
  readonly signingKeyFile: string | null;
  /** File with the Ed25519 public keys (PEM) of accepted signers. */
  readonly signersFile: string | null;
  /** File with age identities, as age-keygen writes it. */
  readonly identityFile: string | null;
}

/** Keys that protect a new backup: only its recipients can read it, and changes are detected. */
export interface Sealing {
  readonly encrypt: Passage;
  sign(text: string): Buffer;
}

/** Keys that read a backup. */
export interface Opening {
  readonly decrypt: Passage;
  isSigned(text: Buffer, signature: Buffer): boolean;
}

/** Throws UsageError when a key is missing or invalid. */
export async function sealingOf({ recipients, signingKeyFile }: BackupKeys): Promise<Sealing> {
  if (recipients.length === 0 || signingKeyFile === null)
    throw new UsageError(
      'BACKUP_RECIPIENTS (age1…) and BACKUP_SIGNING_KEY_FILE must be set, or --unprotected given for test data',
    );
  const [key] = keysIn(signingKeyFile, 'PRIVATE', createPrivateKey);
  if (key === undefined) throw noKey('BACKUP_SIGNING_KEY_FILE', signingKeyFile, 'private');
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) orUsage(`BACKUP_RECIPIENTS: ${recipient}`, () => encrypter.addRecipient(recipient));
  return {
    encrypt: async function* (source) {
      yield* await encrypter.encrypt(ReadableStream.from(source));
    },
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}

/** Throws UsageError when a key is missing or invalid. */
export async function openingOf({ signersFile, identityFile }: BackupKeys): Promise<Opening> {
  if (signersFile === null || identityFile === null)
    throw new UsageError(
      'BACKUP_SIGNERS_FILE and BACKUP_IDENTITY_FILE must be set, or --unprotected given for an unprotected backup',
    );
  const signers = keysIn(signersFile, 'PUBLIC', createPublicKey);
  if (signers.length === 0) throw noKey('BACKUP_SIGNERS_FILE', signersFile, 'public');
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  const identities = contentOf(identityFile).match(/^AGE-SECRET-KEY-\S+/gm) ?? [];
  if (identities.length === 0) throw new UsageError(`BACKUP_IDENTITY_FILE: ${identityFile} has no AGE-SECRET-KEY-…`);
  for (const identity of identities) orUsage('BACKUP_IDENTITY_FILE', () => decrypter.addIdentity(identity));
  return {
    decrypt: async function* (source) {
      yield* await decrypter.decrypt(ReadableStream.from(source));
    },
    isSigned: (text, signature) => signers.some((signer) => verify(null, text, signer, signature)),
  };
}

function keysIn(file: string, kind: 'PRIVATE' | 'PUBLIC', read: (pem: string) => KeyObject): readonly KeyObject[] {
  const blocks = contentOf(file).match(new RegExp(`-----BEGIN ${kind} KEY-----[^]*?-----END ${kind} KEY-----`, 'g')) ?? [];
  return blocks.map((pem) => orUsage(file, () => read(pem))).filter(({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519');
}

function contentOf(file: string): string {
  return orUsage(file, () => readFileSync(file, 'utf8'));
}

function orUsage<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new UsageError(`${what} is not usable: ${messageOf(cause)}`, { cause });
  }
}

function noKey(variable: string, file: string, kind: string): UsageError {
  return new UsageError(`${variable}: ${file} has no Ed25519 ${kind} key (PEM): openssl genpkey -algorithm ed25519`);
}
