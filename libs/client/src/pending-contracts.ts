/** Answers that the contracts are about to name; to be imported from there. */
export interface ApiKeyCredentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}
export interface PriceAnswer {
  readonly price: string;
}
export interface MidpointAnswer {
  readonly mid: string;
}
export interface SpreadAnswer {
  readonly spread: string;
}
export interface LastTradeAnswer {
  readonly price: string;
  readonly side: string;
}
export type DecimalsByToken = Readonly<Record<string, string>>;
export type PricesByToken = Readonly<Record<string, Readonly<Partial<Record<'BUY' | 'SELL', string>>>>>;
export interface TickSizeAnswer {
  readonly minimum_tick_size: number;
}
export interface NegRiskAnswer {
  readonly neg_risk: boolean;
}
export interface FeeRateAnswer {
  readonly base_fee: number;
}
export interface HistoryPoint {
  readonly t: number;
  readonly p: number;
}
export interface PriceHistory {
  readonly history: readonly HistoryPoint[];
}
export interface BalanceAllowance {
  readonly balance: string;
  readonly allowance: string;
  readonly allowances: Readonly<Record<string, string>>;
}
