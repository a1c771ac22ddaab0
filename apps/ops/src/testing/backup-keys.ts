import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An age identity for tests only. */
const IDENTITY = 'AGE-SECRET-KEY-1JFAXNS8N98H389VVZYZ48VYDGN9Q3HJ3YYU4C2MV3J2ZYFCADN6Q754AFC';
const RECIPIENT = 'age1grqznj8mnxdlf2gmk0xhx5w099ercyqx45y5ra6rkqdjfz4vh9es7gcue3';

/** Environment variables with new keys for making and restoring backups; the files are in the folder. */
export function backupKeys(folder: string): { readonly making: NodeJS.ProcessEnv; readonly restoring: NodeJS.ProcessEnv } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const file = (name: string, text: string | Buffer): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  return {
    making: {
      BACKUP_RECIPIENTS: RECIPIENT,
      BACKUP_SIGNING_KEY_FILE: file('signing.pem', privateKey.export({ type: 'pkcs8', format: 'pem' })),
    },
    restoring: {
      BACKUP_IDENTITY_FILE: file('identity.txt', `# made for tests\n${IDENTITY}\n`),
      BACKUP_SIGNERS_FILE: file('signers.pem', publicKey.export({ type: 'spki', format: 'pem' })),
    },
  };
}
