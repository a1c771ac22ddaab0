import type { DoctorCheck } from '@foretell/contracts';
import { CARRIED_MICROS } from '@foretell/exchange';
import { DeadLetters } from '@foretell/platform-nats';
import type { Pool } from '@foretell/platform-prisma';
import { COLLATERAL_ASSET } from '../columns/numbers';
import { PAYOUT_PREFIX } from '../rewards/reward-payments';
import { isOpenSql, SIDE } from '../columns/order.columns';

/** Each check compares figures of one consistent view of the record. Source: decisions, Funds (conservation) and Matching. */
const CHECKS = `
  with head as (select * from clob.journal_head where id = 1),
  recorded as (select * from clob.recorder where id = 1),
  funds as (select coalesce(sum(available_micros + locked_micros), 0) as total from clob.balances
    where asset = ${COLLATERAL_ASSET}),
  held as (select coalesce(sum(collateral_micros), 0) as total from clob.markets),
  supply as (select asset, sum(available_micros + locked_micros) as total from clob.balances
    where asset <> ${COLLATERAL_ASSET} group by 1),
  supply_faults as (
    select m.condition_id from clob.markets m
    left join supply s0 on s0.asset = 2 * m.number left join supply s1 on s1.asset = 2 * m.number + 1
    where case when m.status = 'closed' and m.resolution is not null
      -- Between the steps of a resolution some holders are paid and others not.
      then m.collateral_micros < case m.resolution when 'outcome0' then coalesce(s0.total, 0)
        when 'outcome1' then coalesce(s1.total, 0) else (coalesce(s0.total, 0) + coalesce(s1.total, 0)) / 2 end
      else coalesce(s0.total, 0) <> m.supply0_micros or coalesce(s1.total, 0) <> m.supply1_micros
        or m.supply0_micros <> m.supply1_micros or m.supply0_micros <> m.collateral_micros end),
  locks as (select wallet_number, sum(locked_micros) as total,
    case when side = ${SIDE.of('BUY')} then ${COLLATERAL_ASSET} else 2 * market_number + outcome end as asset
            from clob.orders o where ${isOpenSql('o')} group by 1, 3),
  lock_faults as (select wallet_number from clob.balances b full join locks l using (wallet_number, asset)
                  where coalesce(b.locked_micros, 0) <> coalesce(l.total, 0)),
  filled as (select order_id, sum(size_micros) as total from (
               select maker_order_id as order_id, size_micros from clob.fills union all select taker_order_id, size_micros
               from clob.trades) f group by 1),
  away as (select coalesce(max(to_key) filter (where table_name = 'clob.journal'), 0) as facts,
      coalesce(max(until_at) filter (where table_name = 'clob.trades'), 0) as trades_until,
      coalesce(sum(row_count) filter (where table_name = 'clob.trades'), 0) as trades,
      coalesce(max(to_key) filter (where table_name = 'clob.trades'), 0) as last_trade from clob.archived
    where row_count > 0),
  half_checked as (select count(*) as orders from clob.orders, away where accepted_at < trades_until),
  fill_faults as (select o.order_id from clob.orders o cross join away left join filled f using (order_id)
                  where o.filled_micros < coalesce(f.total, 0)
                    or (o.filled_micros > coalesce(f.total, 0) and o.accepted_at >= away.trades_until)
                    or (o.budget_micros is null and o.filled_micros > o.size_micros)
                    or (o.budget_micros is not null and o.filled_usdc_micros > o.budget_micros)),
  gaps as (select first_sequence from (select first_sequence, lag(last_sequence, 1,
    0::bigint) over (order by first_sequence) as before from (select first_sequence, last_sequence from clob.journal
      union all select from_key, to_key from clob.archived
      where table_name = 'clob.journal' and row_count > 0) kept) j
           where first_sequence <> before + 1),
  payouts as (select p.day, p.amount_micros as owed, e.amount_micros as paid from clob.reward_payments p
    full join (select * from clob.ledger_entries where reference like '${PAYOUT_PREFIX}%') e
      on e.reference = '${PAYOUT_PREFIX}' || p.kind || ':' || p.day || ':' || p.wallet and e.wallet = p.wallet and e.kind = 'credit'),
  entries as (select coalesce(sum(amount_micros) filter (where kind = 'credit'), 0) as credits,
                     coalesce(sum(amount_micros) filter (where kind = 'debit'), 0) as debits from clob.ledger_entries)
  select 'collateral is conserved' as name, credited_micros - debited_micros = funds.total + held.total + fees_micros as holds,
    format('credits %s - debits %s = balances %s + markets %s + fees %s (micros)', credited_micros, debited_micros, funds.total,
      held.total, fees_micros) as detail
    from recorded, funds, held
  union all select 'outcome supplies equal collateral', count(*) = 0, format('%s of %s markets differ', count(*), (select count(*)
    from clob.markets)) from supply_faults
  union all select 'locks equal open orders', count(*) = 0, format('%s balances differ', count(*)) from lock_faults
  union all select 'nothing is filled twice or too far', count(fill_faults.order_id) = 0,
    format('%s of %s orders differ', count(fill_faults.order_id), (select count(*) from clob.orders))
      || case when half_checked.orders = 0 then ''
         else format('; %s are older than the archived trades: only that they are not filled too far is checked', half_checked.orders) end
    from half_checked left join fill_faults on true group by half_checked.orders
  union all select 'the journal has no gap', count(gaps.first_sequence) = 0
      and (select greatest(coalesce(max(last_sequence), 0), away.facts) from clob.journal) = (select sequence from head),
    format('%s gaps up to sequence %s', count(gaps.first_sequence), (select sequence from head))
      || case when away.facts = 0 then '' else format('; what events up to %s say is archived and not checked', away.facts) end
    from away left join gaps on true group by away.facts
  union all select 'ledger entries equal totals', credits - credited_micros = debits - debited_micros
      and credits >= credited_micros and mod(credits - credited_micros, ${CARRIED_MICROS}) = 0,
    format('credits %s and %s, debits %s and %s (micros)', credits, credited_micros, debits, debited_micros)
      || case when credits <= credited_micros then '' else format('; %s were taken off both totals', credits - credited_micros) end
    from entries, recorded
  union all select 'payouts to makers are what is owed, each once', count(*) filter (where paid is not null and paid is distinct from owed) = 0,
    format('%s micros of %s owed are paid; %s payouts differ', coalesce(sum(paid), 0), coalesce(sum(owed), 0),
      count(*) filter (where paid is not null and paid is distinct from owed)) from payouts
  union all select 'trade numbers have no gap',
      count(trade_number) + away.trades = (select trade_number from recorded)
        and greatest(coalesce(max(trade_number), 0), away.last_trade) = (select trade_number from recorded),
    format('%s trades up to number %s', count(trade_number), (select trade_number from recorded))
      || case when away.trades = 0 then '' else format(' and %s that are archived', away.trades) end
    from away left join clob.trades on true group by away.trades, away.last_trade
  union all select 'the recorder is at or behind the journal', recorded.commit_number < head.commit_number or
      (recorded.commit_number = head.commit_number and recorded.sequence = head.sequence
        and recorded.state_hash = head.state_hash),
    format('recorded to commit %s of %s', recorded.commit_number, head.commit_number) from recorded, head
  union all select 'the journal holds what is not recorded', count(*) = (select head.commit_number - recorded.commit_number
    from head, recorded)
      and coalesce(min(commit_number) > (select commit_number from recorded), true),
    format('the rows of %s commits wait to be recorded', count(*)) from clob.journal_changes
    where commit_number > (select commit_number from recorded)`;

/** The tables are compared with what the recorder says that they hold, so the checks hold at any moment. */
export async function recordChecks(pool: Pool): Promise<DoctorCheck[]> {
  const { rows } = await pool.query<DoctorCheck>(CHECKS);
  return [...rows, await new DeadLetters('clob').check(pool)];
}
