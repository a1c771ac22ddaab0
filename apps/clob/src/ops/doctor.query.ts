import type { DoctorCheck } from '@foretell/contracts';
import { CARRIED_MICROS } from '@foretell/exchange';
import { DeadLetters } from '@foretell/platform-nats';
import type { Pool } from '@foretell/platform-prisma';
import { MAKER_PAID_SQL, TAKER_PAID_SQL } from '@foretell/platform-prisma/trade-payments';
import { COLLATERAL_ASSET } from '../columns/numbers';
import { PAYOUT_PREFIX } from '../rewards/reward-payments';
import { isOpenSql, SIDE } from '../columns/order.columns';

/** Each check compares figures of one consistent view of the record. Source: interface, Funds (conservation) and Matching. */
const CHECKS = `
  WITH head AS (SELECT * FROM clob.journal_head WHERE id = 1),
  recorded AS (SELECT * FROM clob.recorder WHERE id = 1),
  funds AS (SELECT coalesce(sum(available_micros + locked_micros), 0) AS total FROM clob.balances
    WHERE asset = ${COLLATERAL_ASSET}),
  held AS (SELECT coalesce(sum(collateral_micros), 0) AS total FROM clob.markets),
  supply AS (SELECT asset, sum(available_micros + locked_micros) AS total FROM clob.balances
    WHERE asset <> ${COLLATERAL_ASSET} GROUP BY 1),
  supply_faults AS (
    SELECT m.condition_id FROM clob.markets m
    LEFT JOIN supply s0 ON s0.asset = 2 * m.number LEFT JOIN supply s1 ON s1.asset = 2 * m.number + 1
    WHERE CASE WHEN m.status = 'closed' AND m.resolution IS NOT NULL
      -- Between the steps of a resolution some holders are paid and others not.
      THEN m.collateral_micros < CASE m.resolution WHEN 'outcome0' THEN coalesce(s0.total, 0)
        WHEN 'outcome1' THEN coalesce(s1.total, 0) ELSE (coalesce(s0.total, 0) + coalesce(s1.total, 0)) / 2 END
      ELSE coalesce(s0.total, 0) <> m.supply0_micros OR coalesce(s1.total, 0) <> m.supply1_micros
        OR m.supply0_micros <> m.supply1_micros OR m.supply0_micros <> m.collateral_micros END),
  locks AS (SELECT wallet_number, sum(locked_micros) AS total,
    CASE WHEN side = ${SIDE.of('BUY')} THEN ${COLLATERAL_ASSET} ELSE 2 * market_number + outcome END AS asset
            FROM clob.orders o WHERE ${isOpenSql('o')} GROUP BY 1, 3),
  lock_faults AS (SELECT wallet_number FROM clob.balances b FULL JOIN locks l USING (wallet_number, asset)
                  WHERE coalesce(b.locked_micros, 0) <> coalesce(l.total, 0)),
  filled AS (SELECT order_id, sum(size_micros) AS total FROM (
               SELECT maker_order_id AS order_id, size_micros FROM clob.fills UNION ALL SELECT taker_order_id, size_micros
               FROM clob.trades) f GROUP BY 1),
  away AS (SELECT coalesce(max(to_key) FILTER (WHERE table_name = 'clob.journal'), 0) AS facts,
      coalesce(max(until_at) FILTER (WHERE table_name = 'clob.trades'), 0) AS trades_until,
      coalesce(sum(row_count) FILTER (WHERE table_name = 'clob.trades'), 0) AS trades,
      coalesce(max(to_key) FILTER (WHERE table_name = 'clob.trades'), 0) AS last_trade FROM clob.archived
    WHERE row_count > 0),
  half_checked AS (SELECT count(*) AS orders FROM clob.orders, away WHERE accepted_at < trades_until),
  fill_faults AS (SELECT o.order_id FROM clob.orders o CROSS JOIN away LEFT JOIN filled f USING (order_id)
                  WHERE o.filled_micros < coalesce(f.total, 0)
                    OR (o.filled_micros > coalesce(f.total, 0) AND o.accepted_at >= away.trades_until)
                    OR (o.budget_micros IS NULL AND o.filled_micros > o.size_micros)
                    OR (o.budget_micros IS NOT NULL AND o.filled_usdc_micros > o.budget_micros)),
  gaps AS (SELECT first_sequence FROM (SELECT first_sequence, lag(last_sequence, 1,
    0::bigint) OVER (ORDER BY first_sequence) AS before FROM (SELECT first_sequence, last_sequence FROM clob.journal
      UNION ALL SELECT from_key, to_key FROM clob.archived
      WHERE table_name = 'clob.journal' AND row_count > 0) kept) j
           WHERE first_sequence <> before + 1),
  payouts AS (SELECT p.day, p.amount_micros AS owed, e.amount_micros AS paid FROM clob.reward_payments p
    FULL JOIN (SELECT * FROM clob.ledger_entries WHERE reference LIKE '${PAYOUT_PREFIX}%') e
      ON e.reference = '${PAYOUT_PREFIX}' || p.kind || ':' || p.day || ':' || p.wallet AND e.wallet = p.wallet AND e.kind = 'credit'),
  -- What was collected of trades. The sums of trades that an earlier release archived are unknown.
  collected AS (SELECT sum(paid) AS total, coalesce(sum(unknown), 0) AS unknown FROM (
    SELECT sum(${TAKER_PAID_SQL}) AS paid, 0 AS unknown FROM clob.trades
    UNION ALL SELECT sum(${MAKER_PAID_SQL}), 0 FROM clob.fills
    UNION ALL SELECT sum((sums ->> 'paid')::bigint), count(*) FILTER (WHERE NOT sums ? 'paid') FROM clob.archived
      WHERE table_name IN ('clob.trades', 'clob.fills') AND row_count > 0) parts),
  -- Each holder's half micro of a result of 50/50 is collected, too.
  halves AS (SELECT count(*) * (SELECT count(*) FROM clob.wallets) AS most FROM clob.markets WHERE resolution = 'half'),
  entries AS (SELECT coalesce(sum(amount_micros) FILTER (WHERE kind = 'credit'), 0) AS credits,
                     coalesce(sum(amount_micros) FILTER (WHERE kind = 'debit'), 0) AS debits FROM clob.ledger_entries)
  SELECT 'collateral is conserved' AS name, credited_micros - debited_micros = funds.total + held.total + fees_micros AS holds,
    format('credits %s - debits %s = balances %s + markets %s + fees %s (micros)', credited_micros, debited_micros, funds.total,
      held.total, fees_micros) AS detail
    FROM recorded, funds, held
  UNION ALL SELECT 'outcome supplies equal collateral', count(*) = 0, format('%s of %s markets differ', count(*), (SELECT count(*)
    FROM clob.markets)) FROM supply_faults
  UNION ALL SELECT 'locks equal open orders', count(*) = 0, format('%s balances differ', count(*)) FROM lock_faults
  UNION ALL SELECT 'nothing is filled twice or too far', count(fill_faults.order_id) = 0,
    format('%s of %s orders differ', count(fill_faults.order_id), (SELECT count(*) FROM clob.orders))
      || CASE WHEN half_checked.orders = 0 THEN ''
         ELSE format('; %s are older than the archived trades: only that they are not filled too far is checked', half_checked.orders) END
    FROM half_checked LEFT JOIN fill_faults ON true GROUP BY half_checked.orders
  UNION ALL SELECT 'the journal has no gap', count(gaps.first_sequence) = 0
      AND (SELECT greatest(coalesce(max(last_sequence), 0), away.facts) FROM clob.journal) = (SELECT sequence FROM head),
    format('%s gaps up to sequence %s', count(gaps.first_sequence), (SELECT sequence FROM head))
      || CASE WHEN away.facts = 0 THEN '' ELSE format('; what events up to %s say is archived and not checked', away.facts) END
    FROM away LEFT JOIN gaps ON true GROUP BY away.facts
  UNION ALL SELECT 'ledger entries equal totals', credits - credited_micros = debits - debited_micros
      AND credits >= credited_micros AND mod(credits - credited_micros, ${CARRIED_MICROS}) = 0,
    format('credits %s and %s, debits %s and %s (micros)', credits, credited_micros, debits, debited_micros)
      || CASE WHEN credits <= credited_micros THEN '' ELSE format('; %s were taken off both totals', credits - credited_micros) END
    FROM entries, recorded
  UNION ALL SELECT 'fees are what trades left', unknown > 0
      OR fees_micros - coalesce(collected.total, 0) BETWEEN 0 AND halves.most,
    format('%s micros collected, %s of them of trades', fees_micros, coalesce(collected.total, 0))
      || CASE WHEN unknown = 0 THEN '' ELSE '; those of an older archive are not checked' END
    FROM recorded, collected, halves
  UNION ALL SELECT 'payouts to makers are what is owed, each once', count(*) FILTER (WHERE paid IS NOT NULL AND paid IS DISTINCT FROM owed) = 0,
    format('%s micros of %s owed are paid; %s payouts differ', coalesce(sum(paid), 0), coalesce(sum(owed), 0),
      count(*) FILTER (WHERE paid IS NOT NULL AND paid IS DISTINCT FROM owed)) FROM payouts
  UNION ALL SELECT 'trade numbers have no gap',
      count(trade_number) + away.trades = (SELECT trade_number FROM recorded)
        AND greatest(coalesce(max(trade_number), 0), away.last_trade) = (SELECT trade_number FROM recorded),
    format('%s trades up to number %s', count(trade_number), (SELECT trade_number FROM recorded))
      || CASE WHEN away.trades = 0 THEN '' ELSE format(' and %s that are archived', away.trades) END
    FROM away LEFT JOIN clob.trades ON true GROUP BY away.trades, away.last_trade
  UNION ALL SELECT 'the projector is at or behind the journal', recorded.commit_number < head.commit_number OR
      (recorded.commit_number = head.commit_number AND recorded.sequence = head.sequence
        AND recorded.state_hash = head.state_hash),
    format('recorded to commit %s of %s', recorded.commit_number, head.commit_number) FROM recorded, head
  UNION ALL SELECT 'the journal holds what is not recorded', count(*) = (SELECT head.commit_number - recorded.commit_number
    FROM head, recorded)
      AND coalesce(min(commit_number) > (SELECT commit_number FROM recorded), true),
    format('the rows of %s commits wait to be recorded', count(*)) FROM clob.journal_changes
    WHERE commit_number > (SELECT commit_number FROM recorded)`;

/** The tables are compared at the projector's position, so the checks are valid at any time. */
export async function recordChecks(pool: Pool): Promise<DoctorCheck[]> {
  const { rows } = await pool.query<DoctorCheck>(CHECKS);
  return [...rows, await new DeadLetters('clob').check(pool)];
}
