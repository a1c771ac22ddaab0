/** The tables' numbers of wallets, API keys and markets. Each throws for a name without a number. */
export interface Numbers {
  wallet(wallet: string): number;
  owner(owner: string): number;
  market(conditionId: string): number;
}

/** Asset of balances: USDC, or an outcome of the market with that number. */
export const COLLATERAL_ASSET = 0;

export function assetOf(market: number, outcome: number): number {
  return 2 * market + outcome;
}

/** The market and the outcome of an asset that is not USDC. */
export function marketOfAsset(asset: number): number {
  return asset >> 1;
}

export function outcomeOfAsset(asset: number): 0 | 1 {
  return asset % 2 === 0 ? 0 : 1;
}
