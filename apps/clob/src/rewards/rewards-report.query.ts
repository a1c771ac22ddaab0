import { Injectable } from '@nestjs/common';
import type { RewardsReport } from '@foretell/contracts';
import { formatMicros, usdcMicros } from '@foretell/units';
import { EarnedRewardsQuery } from './earned-rewards.query';

/** Earnings of each maker on a UTC day, by market and in total. Source: docs/decisions/rewards.md. */
@Injectable()
export class RewardsReportQuery {
  constructor(private readonly earned: EarnedRewardsQuery) {}

  async of(day: string): Promise<RewardsReport> {
    const rows = await this.earned.of({ day, wallets: null });
    const earnings = new Map<string, number>();
    for (const { wallet, earnedMicros } of rows) earnings.set(wallet, (earnings.get(wallet) ?? 0) + earnedMicros);
    return {
      day,
      shares: rows.map(({ conditionId, question, wallet, sharePercent, earnedMicros }) => ({
        conditionId,
        question,
        wallet,
        sharePercent,
        earned: formatMicros(usdcMicros(earnedMicros)),
      })),
      makers: [...earnings]
        .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
        .map(([wallet, earned]) => ({ wallet, earned: formatMicros(usdcMicros(earned)) })),
    };
  }
}
