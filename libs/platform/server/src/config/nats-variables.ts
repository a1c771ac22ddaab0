import { Text, TextWith } from './variable';

const SERVER = String.raw`(?:nats|tls)://[^\s,@/]+`;
const CREDENTIALS = 'a text';
const PATH = /\S/;

/** The address of NATS and the user to connect as: for every service and the operator's commands. */
export class NatsVariables {
  @Text({
    pattern: new RegExp(`^${SERVER}(?:,${SERVER})*$`),
    is: 'nats://host:port or tls://host:port, several separated by commas; the user is given by NATS_USER and NATS_PASSWORD',
    does: 'NATS servers; `tls://` requires TLS and verifies the certificate',
  })
  NATS_URL: string = 'nats://127.0.0.1:4222';

  @Text({
    pattern: /^[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)*$/,
    is: 'lower-case tokens joined by dots, such as foretell',
    does: 'first token of every subject and stream; two deployments with different ones may share a server',
  })
  NATS_PREFIX: string = 'foretell';

  @TextWith('NATS_PASSWORD', { is: CREDENTIALS, does: 'NATS user' })
  NATS_USER?: string;

  @TextWith('NATS_USER', { is: CREDENTIALS, does: 'password of the NATS user' })
  NATS_PASSWORD?: string;

  @Text({ pattern: PATH, is: 'the path of a credentials file', does: 'NATS credentials, in place of user and password' })
  NATS_CREDS?: string;

  @Text({
    pattern: PATH,
    is: 'the path of a PEM file',
    does: 'CA certificates of the NATS servers; requires TLS',
    unset: 'those that Node.js trusts',
  })
  NATS_CA?: string;

  @Text({
    pattern: /^[$A-Za-z0-9_-]+(?:\.[$A-Za-z0-9_-]+)*$/,
    is: 'a subject, such as foretell.js; $JS.API on a server without accounts',
    does: "prefix of the subjects of JetStream's API: `foretell.js` with `accounts.conf` ([accounts](DOCS/decisions/nats-accounts.md))",
  })
  NATS_JS_API: string = '$JS.API';
}
