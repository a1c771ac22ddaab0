import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** For tests only. */
const IDENTITY = 'AGE-SECRET-KEY-1JFAXNS8N98H389VVZYZ48VYDGN9Q3HJ3YYU4C2MV3J2ZYFCADN6Q754AFC';
const RECIPIENT = 'age1grqznj8mnxdlf2gmk0xhx5w099ercyqx45y5ra6rkqdjfz4vh9es7gcue3';

/** Writes new keys into a folder, and returns the variables that name them. */
export async function backupKeys(folder: string): Promise<Record<string, string>> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [signing, signers, identity] = ['signing.pem', 'signers.pem', 'identity.txt'].map((name) => join(folder, name));
  await writeFile(signing ?? '', privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(signers ?? '', publicKey.export({ type: 'spki', format: 'pem' }));
  await writeFile(identity ?? '', IDENTITY);
  return {
    BACKUP_RECIPIENTS: RECIPIENT,
    BACKUP_SIGNING_KEY_FILE: signing ?? '',
    BACKUP_SIGNERS_FILE: signers ?? '',
    BACKUP_IDENTITY_FILE: identity ?? '',
  };
}
