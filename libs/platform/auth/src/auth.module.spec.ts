import { Global, Module } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { GUARDS_METADATA } from '@nestjs/common/constants';
import { Test } from '@nestjs/testing';
import { CLOCK } from '@foretell/platform-server';
import { EXCHANGE_PRESETS, ZERO_BYTES32 } from '@foretell/signing';
import type { OrderV2 } from '@foretell/signing';
import type { ApiKeyStore } from './keys/api-key-store';
import { AuthModule } from './auth.module';
import { walletFromPrivateKey } from '@foretell/crypto';
import { L1, L1Guard } from './callers/l1.guard';
import { L2, L2Guard } from './callers/l2.guard';
import { SignatureChecker } from './signatures/signature-checker.service';
import { CONFIG, NOW_MILLIS, OWNER, l2Request, recordOf, storeOf } from './testing/credentialed-requests';

const STORE = Symbol('durable store');

@Global()
@Module({ providers: [{ provide: CLOCK, useValue: () => NOW_MILLIS }], exports: [CLOCK] })
class ClockModule {}

class Routes {
  @L2({ write: false })
  read(): void {}

  @L2({ write: true })
  write(): void {}

  @L1()
  signed(): void {}

  unmarked(): void {}
}

function service(store: ApiKeyStore) {
  const storeModule = { module: class StoreModule {}, providers: [{ provide: STORE, useValue: store }], exports: [STORE] };
  return Test.createTestingModule({
    imports: [ClockModule, AuthModule.forRoot({ config: CONFIG, store: STORE, imports: [storeModule], trustedProxies: 0 })],
  }).compile();
}

function contextOf(request: object, handler: () => void): ExecutionContext {
  const http = { getRequest: () => Object.assign(request, { socket: { remoteAddress: '127.0.0.1' } }) };
  return { switchToHttp: () => http, getHandler: () => handler, getClass: () => Routes } as unknown as ExecutionContext;
}

const OLD_READ = { method: 'GET', target: '/data/orders', timestamp: String(NOW_MILLIS / 1000 - 200) };

it('guards a route by its decorator, and passes on the caller', async () => {
  const guard = (await service(storeOf(recordOf('trading')))).get(L2Guard);
  const request: { auth?: unknown } = l2Request(OLD_READ) as object;
  await expect(guard.canActivate(contextOf(request, Routes.prototype.read))).resolves.toBe(true);
  expect(request.auth).toMatchObject({ address: OWNER, kind: 'trading' });
  await expect(guard.canActivate(contextOf(l2Request(OLD_READ), Routes.prototype.write))).rejects.toMatchObject({ status: 401 });
});

it('guards a route without a decorator as a write', async () => {
  const guard = (await service(storeOf(recordOf('trading')))).get(L2Guard);
  await expect(guard.canActivate(contextOf(l2Request(OLD_READ), Routes.prototype.unmarked))).rejects.toMatchObject({
    status: 401,
  });
});

it('asks every route for the credentials that it names, and an open one for none', () => {
  const guardsOf = (route: 'read' | 'signed' | 'unmarked'): unknown =>
    Reflect.getMetadata(GUARDS_METADATA, Routes.prototype[route]);
  expect([guardsOf('read'), guardsOf('signed'), guardsOf('unmarked')]).toEqual([[L2Guard], [L1Guard], undefined]);
});

it('passes on the wallet that signed', async () => {
  const guard = (await service(storeOf())).get(L1Guard);
  const wallet = await walletFromPrivateKey(`0x${'17'.repeat(32)}`);
  const timestamp = String(NOW_MILLIS / 1000);
  const headers = {
    poly_address: wallet.checksummedAddress,
    poly_timestamp: timestamp,
    poly_nonce: '3',
    poly_signature: wallet.signClobAuth({ timestamp, nonce: 3n }, 137),
  };
  const request: { wallet?: unknown } = { method: 'GET', originalUrl: '/auth/derive-api-key', headers } as object;
  expect(guard.canActivate(contextOf(request, Routes.prototype.read))).toBe(true);
  expect(request.wallet).toEqual({ address: wallet.address, nonce: '3', format: 'public', prefix: 'POLY' });
});

it('checks a batch of orders one by one', async () => {
  const checker = (await service(storeOf())).get(SignatureChecker);
  const wallet = await walletFromPrivateKey(`0x${'17'.repeat(32)}`);
  const order: OrderV2 = {
    version: 2,
    salt: 1n,
    maker: wallet.address,
    signer: wallet.address,
    tokenId: 1n,
    makerAmount: 1n,
    takerAmount: 2n,
    side: 'SELL',
    signatureType: 0,
    timestamp: 1n,
    metadata: ZERO_BYTES32,
    builder: ZERO_BYTES32,
  };
  const signature = wallet.signOrderV2(order, EXCHANGE_PRESETS['polymarket-v2']);
  const batch = [
    { order, signature: '0x', isNegRisk: false },
    { order, signature, isNegRisk: false },
    { order, signature, isNegRisk: true },
  ];
  await expect(checker.checkAll(batch, wallet.address, () => undefined)).resolves.toEqual([
    { ok: false, reason: 'malformed_signature' },
    { ok: true, orderHash: checker.orderHash(order, false), recovered: wallet.address },
    { ok: false, reason: 'wrong_signer', recovered: expect.stringMatching(/^0x[0-9a-f]{40}$/) },
  ]);
});
