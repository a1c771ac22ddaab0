import { Agent, request } from 'node:http';
import { EXCHANGE_PRESETS, type TradingClient } from '@foretell/client';
import { signedHeaders } from '../signed-headers';
import type { FuzzRequest } from './fuzz-requests';

const CALLERS = 16;
const ANSWER_MILLIS = 30_000;
const NONCES = 8;
/** The client address as a trusted proxy reports it; honest callers use another address. */
const FROM = { 'x-forwarded-for': '203.0.113.7' };

/** The status; 0 when the server closed the connection, with the error. */
export interface FuzzAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends requests unchanged, without the checks of a client. */
export class FuzzSender {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

  constructor(private readonly url: URL) {}

  send(asked: FuzzRequest, signer: TradingClient): Promise<FuzzAnswer> {
    const { method, target, identity } = asked;
    const body = Buffer.from(asked.body ?? '');
    const headers = identity === 'none' ? {} : headersOf(asked, body, signer);
    return new Promise((resolve) => {
      const sent = request(
        {
          host: this.url.hostname,
          port: this.url.port,
          agent: this.agent,
          method,
          path: target,
          headers: { 'content-type': 'application/json', 'content-length': String(body.length), ...FROM, ...headers },
          timeout: ANSWER_MILLIS,
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text = text.length < 400 ? text + part : text));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
          response.on('error', (error) => resolve({ status: 0, text: error.message }));
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`no response within ${ANSWER_MILLIS} ms`)));
      sent.on('error', (error) => resolve({ status: 0, text: error.message }));
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function headersOf({ method, target, identity }: FuzzRequest, body: Buffer, signer: TradingClient): Record<string, string> {
  if (identity === 'wallet') return walletHeaders(signer);
  const signed = signedHeaders(signer, { method, path: target, body });
  return identity === 'signed' ? { ...signed } : { ...signed, SERVICE_SIGNATURE: 'AAAA', SERVICE_TIMESTAMP: '1e9' };
}

/** Signs a statement of the wallet for one of a few nonces, so that the same keys are requested repeatedly. */
function walletHeaders({ wallet }: TradingClient): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const nonce = BigInt(Number(timestamp) % NONCES);
  return {
    SERVICE_ADDRESS: wallet.checksummedAddress,
    SERVICE_TIMESTAMP: timestamp,
    SERVICE_NONCE: String(nonce),
    SERVICE_SIGNATURE: wallet.signClobAuth({ timestamp, nonce }, EXCHANGE_PRESETS['polymarket-v2'].chainId),
  };
}
