import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate with its key, as files. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for one test; needs the program openssl. */
export class Authority {
  private constructor(
    private readonly folder: string,
    private readonly name: string,
    private readonly own: Certificate,
  ) {}

  static create(folder: string, name: string): Authority {
    const own = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
    openssl('req', '-x509', ...NEW_KEY, '-keyout', own.key, '-out', own.cert, '-days', '2', '-subj', `/CN=${name}`);
    return new Authority(folder, name, own);
  }

  /** File with the authority's certificate, which a client has to trust. */
  get certificate(): string {
    return this.own.cert;
  }

  /** @param host a DNS name, or an address as `IP:127.0.0.1` */
  sign(host: string): Certificate {
    const path = (ending: string): string => join(this.folder, `${this.name}-${host.replaceAll(/[^a-z0-9]/gi, '-')}.${ending}`);
    const made = { cert: path('crt'), key: path('key') };
    openssl('req', ...NEW_KEY, '-keyout', made.key, '-out', path('csr'), '-subj', '/CN=server');
    writeFileSync(path('ext'), `subjectAltName=${host.startsWith('IP:') ? host : `DNS:${host}`}\n`);
    const signer = ['-CA', this.own.cert, '-CAkey', this.own.key, '-CAcreateserial', '-days', '2', '-extfile', path('ext')];
    openssl('x509', '-req', '-in', path('csr'), '-out', made.cert, ...signer);
    return made;
  }
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
