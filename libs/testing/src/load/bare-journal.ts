import type { Pool } from '@foretell/platform-prisma';

/** The bytes that one commit of the trading service's journal writes. */
export interface JournalBytes {
  readonly facts: Buffer;
  readonly changes: Buffer;
}

/** Both columns are stored like the journal's: their content does not compress, so no time is lost in trying. */
const CREATE = `
  create table public.bench_head (id int primary key, commit_number bigint not null) with (fillfactor = 50);
  create table public.bench_facts (commit_number bigint primary key, payload bytea not null);
  create table public.bench_changes (commit_number bigint primary key, changes bytea not null);
  alter table public.bench_facts alter column payload set storage external;
  alter table public.bench_changes alter column changes set storage external;
  insert into public.bench_head values (1, 0)`;
const DROP = 'drop table if exists public.bench_head, public.bench_facts, public.bench_changes';
const COMMIT = `
  with moved as (update public.bench_head set commit_number = commit_number + 1 where id = 1 returning commit_number),
  facts as (insert into public.bench_facts select commit_number, $1::bytea from moved)
  insert into public.bench_changes select commit_number, $2::bytea from moved`;

/** The baseline of a durable journal commit: one statement that writes its bytes and moves its head. */
export class BaselineJournal {
  constructor(private readonly pool: Pool) {}

  async prepare(): Promise<void> {
    await this.pool.query(DROP);
    await this.pool.query(CREATE);
  }

  async commit({ facts: events, changes }: JournalBytes): Promise<void> {
    await this.pool.query({ name: 'bench-bare-journal', text: COMMIT, values: [events, changes] });
  }

  async drop(): Promise<void> {
    await this.pool.query(DROP);
  }
}
