import { FreeText, readConfig, shape, Text } from '@foretell/platform-server';
import { Type } from 'class-transformer';
import { IsInt, IsNumber, IsOptional, IsString, Max, Min, ValidateNested } from 'class-validator';
import { readFileSync } from 'node:fs';
import type { QuotingTerms } from './market-maker';

/** The variables of the market maker. */
class MakerVariables {
  @Text({ pattern: /^https?:\/\/\S+$/, is: 'an http or https URL', does: 'address of the trading service' })
  CLOB_URL: string = 'http://127.0.0.1:3001';

  @Text({
    pattern: /^(0x)?[0-9a-fA-F]{64}$/,
    is: '64 hex digits',
    does: "private key of the market maker's wallet, which nothing else may trade with",
  })
  MAKER_PRIVATE_KEY?: string;

  @FreeText({ max: 4096, does: 'path of the JSON file that names the markets to quote' })
  MAKER_QUOTES?: string;
}

/** The terms of every market, unless the market has its own. */
class CommonTerms {
  /** Maximum loss in one market, in USDC. */
  @IsNumber()
  @Min(1)
  lossMax = 100;

  /** Orders of each side. */
  @IsInt()
  @Min(1)
  @Max(50)
  levels = 5;

  /** Ticks from one order to the next. */
  @IsInt()
  @Min(1)
  levelTicks = 1;

  /** Ticks from the rule's price to the nearest order of each side. */
  @IsInt()
  @Min(0)
  halfSpreadTicks = 1;
}

class MarketFields {
  /** Slug or condition id. */
  @IsString()
  market!: string;

  /** Probability of the first outcome at which quoting begins. Changing it later risks another `lossMax`. */
  @IsNumber()
  @Min(0.001)
  @Max(0.999)
  prior = 0.5;

  @IsOptional()
  @IsNumber()
  @Min(1)
  lossMax?: number;
}

class QuotesFile extends CommonTerms {
  @ValidateNested({ each: true })
  @Type(() => MarketFields)
  markets: MarketFields[] = [];
}

/** One market to quote, with all its terms. */
export type MarketTerms = QuotingTerms & Pick<MarketFields, 'market'>;

export interface MakerConfig {
  readonly clobUrl: string;
  readonly privateKey: string;
  readonly markets: readonly MarketTerms[];
}

/** Reads the environment and the file that it names. Throws ConfigError for variables, Error for the file. */
export function readMakerConfig(environment: NodeJS.ProcessEnv): MakerConfig {
  const read = readConfig(MakerVariables, environment, unset);
  return {
    clobUrl: read.CLOB_URL.replace(/\/+$/, ''),
    privateKey: read.MAKER_PRIVATE_KEY ?? '',
    markets: readQuotes(readFileSync(read.MAKER_QUOTES ?? '', 'utf8')),
  };
}

const REQUIRED = ['MAKER_PRIVATE_KEY', 'MAKER_QUOTES'] as const;

function unset(variables: MakerVariables, faulty: ReadonlySet<string>): string[] {
  return REQUIRED.filter((name) => variables[name] === undefined && !faulty.has(name)).map((name) => `${name} must be set`);
}

/** Parses the file of markets. Throws an Error with every fault. */
export function readQuotes(text: string): readonly MarketTerms[] {
  const read = shape(QuotesFile, JSON.parse(text), 'refused');
  if (!read.ok) throw new Error(`invalid file of markets:\n${read.faults.map((each) => `  - ${each}`).join('\n')}`);
  const { markets, ...common } = read.value;
  return markets.map(({ market, prior, lossMax = common.lossMax }) => ({ ...common, market, prior, lossMax }));
}
