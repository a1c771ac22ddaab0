import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is not served: the status, and what to do. */
export interface Denial {
  readonly status: 401 | 403 | 421;
  readonly reason: string;
}

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Admits one browser: the one that opens the printed address first. Refuses other host names, against DNS rebinding, and posts of
 * other origins, also of other ports of this machine, against cross-site requests.
 */
export class Gate {
  private readonly token = randomBytes(32).toString('base64url');
  private readonly session = randomBytes(32).toString('base64url');
  private isUsed = false;

  constructor(private readonly port: number) {}

  /** Valid for one use. */
  get address(): string {
    return `http://127.0.0.1:${this.port}/?token=${this.token}`;
  }

  /** The cookie for a browser with the token; null when the token is wrong or used. */
  exchange(token: string): string | null {
    if (this.isUsed || !isSame(token, this.token)) return null;
    this.isUsed = true;
    return `${this.cookie}=${this.session}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Null when the request may be served; does not check its session. */
  denies({ headers, method }: IncomingMessage): Denial | null {
    const hosts = NAMES.map((name) => `${name}:${this.port}`);
    if (!hosts.includes(headers.host ?? '')) return { status: 421, reason: `open the workbench as http://${hosts[0] ?? ''}` };
    if (method !== 'GET' && headers.origin !== `http://${headers.host ?? ''}`)
      return { status: 403, reason: 'this form was not sent by the workbench itself: open it there and send it again' };
    return null;
  }

  /** Null for a request with the session's cookie. */
  deniesStranger({ headers }: IncomingMessage): Denial | null {
    const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    const isKnown = cookies.some((cookie) => isSame(cookie, `${this.cookie}=${this.session}`));
    if (isKnown) return null;
    return { status: 401, reason: 'open the address that ops serve printed; it works once. Run ops serve again for another one' };
  }

  private get cookie(): string {
    return `foretell_workbench_${this.port}`;
  }
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
