import { EXCHANGE_PRESETS, OrderHasher, OrderSignatureChecker, ZERO_BYTES32 } from '@foretell/signing';
import type { OrderV2, SignedOrder } from '@foretell/signing';
import { loadCrypto, walletFromPrivateKey } from '@foretell/crypto';
import { threadCost } from './thread-cost';

export interface BenchResult {
  readonly name: string;
  readonly unit: 'ops/s' | 'us an order';
  readonly value: number;
  /** An upper bound of the value, measured in the same run. */
  readonly limit?: { readonly name: string; readonly value: number };
}

const ORDERS = 500;
const ROUNDS = 10;

const ORDER: Omit<OrderV2, 'maker' | 'signer' | 'salt'> = {
  version: 2,
  tokenId: 71321045679252212594626385532706912750332728571942532289631379312455583992563n,
  makerAmount: 42_000_000n,
  takerAmount: 100_000_000n,
  side: 'BUY',
  signatureType: 0,
  timestamp: 1_735_689_600_000n,
  metadata: ZERO_BYTES32,
  builder: ZERO_BYTES32,
};

/**
 * Operations per second of each kind of round of ORDERS operations. The kinds alternate, so that other load on the machine slows
 * all of them alike and their ratios stay valid. The first round is a warm-up and does not count.
 */
function rates<Kind extends string>(rounds: Readonly<Record<Kind, () => void>>): (kind: Kind) => number {
  const elapsedNanos = new Map<string, bigint>();
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    for (const [kind, round] of Object.entries<() => void>(rounds)) {
      const start = process.hrtime.bigint();
      round();
      const elapsed = process.hrtime.bigint() - start;
      if (turn > 0) elapsedNanos.set(kind, (elapsedNanos.get(kind) ?? 0n) + elapsed);
    }
  }
  return (kind) => Math.round((ROUNDS * ORDERS * 1e9) / Number(elapsedNanos.get(kind) ?? 1n));
}

/** Complete checks of signed orders on one core; plain recoveries of the same signatures are their upper bound. */
export async function bench(): Promise<BenchResult[]> {
  const domain = EXCHANGE_PRESETS['polymarket-v2'];
  const crypto = await loadCrypto();
  const wallet = await walletFromPrivateKey(`0x${'17'.repeat(32)}`);
  const hasher = new OrderHasher(crypto.keccak, domain);
  const signed: SignedOrder[] = Array.from({ length: ORDERS }, (_, index) => {
    const order = { ...ORDER, salt: BigInt(index), maker: wallet.address, signer: wallet.address };
    return { order, signature: wallet.signOrderV2(order, domain), isNegRisk: false };
  });
  const baseline = signed.map(({ order, signature }) => {
    const bytes = Buffer.from(signature.slice(2), 'hex');
    const recoveryId: 0 | 1 = bytes[64] === 27 ? 0 : 1;
    return { rs: bytes.subarray(0, 64), recoveryId, digest: hasher.orderHash(order, false) };
  });
  const checker = new OrderSignatureChecker(crypto, { v2: domain, v1: null, allowedSignatureTypes: [0] });
  const rateOf = rates({
    hash: () => {
      for (const { order } of signed) hasher.orderHash(order, false);
    },
    recovery: () => {
      for (const { rs, recoveryId, digest } of baseline) crypto.recover(rs, recoveryId, digest);
    },
    check: () => {
      for (const order of signed) {
        if (!checker.check(order, wallet.address, () => undefined).ok) throw new Error('a good signature was refused');
      }
    },
  });
  return [
    { name: 'order hash (EIP-712, fixed layout)', unit: 'ops/s', value: rateOf('hash') },
    {
      name: 'order signature check',
      unit: 'ops/s',
      value: rateOf('check'),
      limit: { name: `bare recovery, ${crypto.name}`, value: rateOf('recovery') },
    },
    ...(await costsByThreads({ crypto, checker, signed })),
  ];
}

/** The cost of a check on the caller's thread, and in total, with and without recovery threads. */
async function costsByThreads(given: Parameters<typeof threadCost>[1]): Promise<BenchResult[]> {
  const rows: BenchResult[] = [];
  for (const count of [0, 1, 2]) {
    const { ownThread, allThreads } = await threadCost(count, given);
    const name = `order signature check with ${count} threads:`;
    rows.push({ name: `${name} the caller's own`, unit: 'us an order', value: ownThread });
    rows.push({ name: `${name} all together`, unit: 'us an order', value: allThreads });
  }
  return rows;
}
