import { ApiProperty } from '@nestjs/swagger';
import { ADDRESS } from './documented-values';

/** The EIP-712 domain in which orders are signed. Source: protocol 4. */
export class ExchangeDomainRecord {
  @ApiProperty({ example: 'Polymarket CTF Exchange' })
  readonly name!: string;
  @ApiProperty({ example: '2' })
  readonly version!: string;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Chain of the domain, and of the statement for an API key',
    example: 137,
  })
  readonly chain_id!: number;
  @ApiProperty({ ...ADDRESS, description: 'Verifying contract' })
  readonly exchange!: string;
  @ApiProperty({ ...ADDRESS, description: 'Verifying contract of neg-risk markets' })
  readonly neg_risk_exchange!: string;
}

const SESSION_EXAMPLE =
  'Sign in. The key of this sign-in may trade for the given wallet until the Unix time in nonce, and make no other keys';

/** Identifies the venue in the statement for an API key (EIP-712 `ClobAuth`). Source: protocol 2. */
export class AuthStatementRecord {
  @ApiProperty({ description: "Name of the statement's EIP-712 domain; its version is 1", example: 'ClobAuthDomain' })
  readonly domain_name!: string;
  @ApiProperty({
    description: 'The text that is signed and that wallets show',
    example: 'This message attests that I control the given wallet',
  })
  readonly message!: string;
  @ApiProperty({
    description: 'The text signed for POST /auth/session-key, whose nonce is when the key expires',
    example: SESSION_EXAMPLE,
  })
  readonly session_message!: string;
}

/** The terms that a program needs to sign for this installation: GET /exchange. Source: interface, Identity and Funds. */
export class ExchangeTerms {
  @ApiProperty({ type: ExchangeDomainRecord })
  readonly domain!: ExchangeDomainRecord;
  @ApiProperty({ type: AuthStatementRecord })
  readonly auth!: AuthStatementRecord;
  @ApiProperty({ description: 'First word of the authentication headers', example: 'SERVICE' })
  readonly header_prefix!: string;
  @ApiProperty({ type: [Number], description: 'Signature types that are accepted', example: [0, 1, 2, 3] })
  readonly signature_types!: readonly number[];
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How far ahead a GTD order must expire, at least', example: 60 })
  readonly gtd_min_seconds!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'USDC credited to a new wallet of a sandbox, whose money is play money, decimal string; null on other installations',
    example: '10000',
  })
  readonly sandbox_credit!: string | null;
}
