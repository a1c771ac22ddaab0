import { readFileSync } from 'node:fs';
import { definedOf } from '@foretell/platform-server';
import { credsAuthenticator, type ConnectionOptions } from 'nats';
import type { NatsSettings } from './nats.config';

/** The server's address, and the credentials of this process. */
export function serverOptions(
  settings: NatsSettings,
): Pick<ConnectionOptions, 'name' | 'servers' | 'user' | 'pass' | 'authenticator' | 'tls'> {
  return {
    name: settings.name,
    servers: [...settings.servers],
    ...definedOf({ user: settings.user, pass: settings.password }),
    ...(settings.credentialsFile === undefined
      ? {}
      : { authenticator: credsAuthenticator(readFileSync(settings.credentialsFile)) }),
    ...(isEncrypted(settings) ? { tls: settings.caFile === undefined ? {} : { caFile: settings.caFile } } : {}),
  };
}

/** With TLS enabled, nats.js verifies the certificate and refuses a server without one. */
function isEncrypted({ servers, caFile }: NatsSettings): boolean {
  return caFile !== undefined || servers.some((server) => server.startsWith('tls://'));
}
