import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ExchangeTerms, ServiceVersion } from '@foretell/contracts';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { formatMicros } from '@foretell/units';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';

/** Liveness and time for public clients. Source: interface, Other paths; protocol 10. */
@ApiTags('status')
@Controller()
export class StatusController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
  ) {}

  /** In quotes: published clients read JSON here, and some exit on the bare text. Source: interface, Requests and answers. */
  @Get()
  @ApiOperation({ operationId: 'getRoot', summary: 'Whether the service responds' })
  @ApiOkResponse({ schema: { type: 'string', enum: ['OK'] } })
  @Header('content-type', 'application/json; charset=utf-8')
  root(): string {
    return JSON.stringify('OK');
  }

  @Get('ok')
  @ApiOperation({ operationId: 'getOk', summary: 'Whether the service responds' })
  @ApiOkResponse({ schema: { type: 'string', enum: ['OK'] } })
  @Header('content-type', 'application/json')
  ok(): string {
    return JSON.stringify('OK');
  }

  /** Unix seconds, a bare JSON number. */
  @Get('time')
  @ApiOperation({ operationId: 'getTime', summary: 'The service’s clock' })
  @ApiOkResponse({ description: 'Unix seconds', schema: { type: 'integer', example: 1795262400 } })
  @Header('content-type', 'application/json')
  time(): string {
    return String(Math.floor(this.clock() / 1_000));
  }

  /** The order schema that clients should sign. */
  @Get('version')
  @ApiOperation({ operationId: 'getVersion', summary: 'The order schema that clients should sign' })
  @ApiOkResponse({ type: ServiceVersion })
  version(): ServiceVersion {
    return { version: 2 };
  }

  /** Settings that clients cannot have built in: the signing domain, and whether the money is play money. */
  @Get('exchange')
  @ApiOperation({ operationId: 'getExchange', summary: 'How to sign for this installation, and whether it is a sandbox' })
  @ApiOkResponse({ type: ExchangeTerms })
  exchange(): ExchangeTerms {
    const { auth, gtdMinimumSeconds, sandboxCreditMicros } = this.config;
    const { name, version, chainId, exchange, negRiskExchange } = auth.signatureRules.v2;
    return {
      domain: { name, version, chain_id: chainId, exchange, neg_risk_exchange: negRiskExchange },
      auth: { domain_name: auth.login.domainName, message: auth.login.message, session_message: auth.session.message },
      header_prefix: auth.prefixes[0] ?? 'SERVICE',
      signature_types: auth.signatureRules.allowedSignatureTypes,
      gtd_min_seconds: gtdMinimumSeconds,
      sandbox_credit: sandboxCreditMicros === null ? null : formatMicros(sandboxCreditMicros),
    };
  }
}
