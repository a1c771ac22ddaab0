import type { Command } from '../command';
import { createExchange } from '../create-exchange';
import type { ExchangeEvent, MarketChanged } from '../event';
import { applyWhole } from '../unfinished';
import { rulesFor } from './properties';

/** State of a market's resolution process, from its events. */
interface Process {
  /** Proposed and finalised by different operators, and not reversed since; the end of its grace period. */
  payableAt: number | null;
  isPaid: boolean;
}

/** Checked from the events alone: a process pays after its grace period, by two operators, and each holder once. */
export function paysOnceAndNotEarly(commands: readonly Command[]): void {
  const exchange = createExchange(rulesFor(commands));
  const processes = new Map<string, Process>();
  const redeemed = new Set<string>();
  for (const command of commands) {
    const direct = command.type === 'resolveMarket' ? command.conditionId : null;
    applyWhole(exchange, command);
    for (const event of exchange.drain().facts) check(event, direct, processes, redeemed);
  }
}

function check(event: ExchangeEvent, direct: string | null, processes: Map<string, Process>, redeemed: Set<string>): void {
  if (event.type === 'marketChanged') followed(event, processes);
  if (event.type !== 'positionRedeemed') return;
  const key = `${event.wallet}/${event.conditionId}`;
  if (redeemed.has(key)) throw new Error(`${key} is paid twice`);
  redeemed.add(key);
  const process = processes.get(event.conditionId);
  if (process === undefined && direct === event.conditionId) return;
  const payableAt = process?.payableAt ?? Infinity;
  if (payableAt > event.at) throw new Error(`${key} is paid at ${event.at}, before ${payableAt}`);
}

function followed({ conditionId, status, proposal }: MarketChanged, processes: Map<string, Process>): void {
  if (proposal === null) return;
  const process = processes.get(conditionId) ?? { payableAt: null, isPaid: false };
  if (process.isPaid) throw new Error(`${conditionId} goes on after its payout`);
  const isFinal = proposal.stage === 'finalized' && (status === 'resolved' || proposal.by !== proposal.proposedBy);
  processes.set(conditionId, { payableAt: isFinal ? proposal.until : null, isPaid: status === 'resolved' });
}
