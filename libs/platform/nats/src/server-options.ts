import { readFileSync } from 'node:fs';
import { credsAuthenticator, type ConnectionOptions } from 'nats';
import type { NatsSettings } from './nats.config';

/** Where the server is, and as whom this process signs in to it. */
export function serverOptions(
  settings: NatsSettings,
): Pick<ConnectionOptions, 'name' | 'servers' | 'user' | 'pass' | 'authenticator' | 'tls'> {
  return {
    name: settings.name,
    servers: [...settings.servers],
    ...(settings.user === undefined ? {} : { user: settings.user }),
    ...(settings.password === undefined ? {} : { pass: settings.password }),
    ...(settings.credentialsFile === undefined
      ? {}
      : { authenticator: credsAuthenticator(readFileSync(settings.credentialsFile)) }),
    ...(isEncrypted(settings) ? { tls: settings.caFile === undefined ? {} : { caFile: settings.caFile } } : {}),
  };
}

/** With TLS asked for, nats.js checks the certificate and refuses a server that offers none. */
function isEncrypted({ servers, caFile }: NatsSettings): boolean {
  return caFile !== undefined || servers.some((server) => server.startsWith('tls://'));
}
