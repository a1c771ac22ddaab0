import type { EventPlace } from '@foretell/platform-nats';
import { writeStatement, type Statement } from '@foretell/platform-prisma';

export const CHECKPOINT: Statement<EventPlace> = {
  name: 'checkpoint',
  text: `SELECT sequence, lineage FROM gamma.checkpoints WHERE source = 'clob'`,
  columns: { sequence: 'bigint', lineage: 'text' },
};
export const BEGIN_CHECKPOINT = writeStatement(
  'begin checkpoint',
  `INSERT INTO gamma.checkpoints (source, sequence) VALUES ('clob', 0) ON CONFLICT (source) DO NOTHING`,
);
export const ADOPT_LINEAGE = writeStatement('adopt lineage', `UPDATE gamma.checkpoints SET lineage = $1 WHERE source = 'clob'`);

export interface FiguresVersion {
  readonly version: number;
}
const moved = (name: string, set: string, where = ''): Statement<FiguresVersion> => ({
  name,
  text: `UPDATE gamma.checkpoints SET ${set} WHERE source = 'clob' ${where} RETURNING figures_version AS version`,
  columns: { version: 'bigint' },
});
/** $1 the checkpoint's sequence and $4 its lineage, $2 its next sequence, $3 by how much the figures' version advances. */
export const MOVE_CHECKPOINT = moved(
  'move checkpoint',
  'sequence = $2, figures_version = figures_version + $3::int',
  'AND sequence = $1 AND lineage IS NOT DISTINCT FROM $4',
);
export const RESET_CHECKPOINT = moved('reset checkpoint', 'sequence = 0, lineage = NULL, figures_version = figures_version + 1');
export const ADVANCE_FIGURES = moved('advance figures', 'figures_version = figures_version + 1');
/** $1 the hour up to which windows are correct, $2 by how much the figures' version advances. */
export const MOVE_HOUR = moved('move hour', 'figures_hour = $1, figures_version = figures_version + $2::int');

export interface FiguresHour {
  readonly hour: number;
}
/** $1 the current hour: that one, or a later one that the windows have reached. */
export const HOUR_REACHED: Statement<FiguresHour> = {
  name: 'hour reached',
  text: `SELECT greatest(figures_hour, $1::int) AS hour FROM gamma.checkpoints WHERE source = 'clob'`,
  columns: { hour: 'integer' },
};
/** $1 the current hour: the hour that the windows have reached, when it is earlier; locked until the transaction ends. */
export const EARLIER_HOUR: Statement<FiguresHour> = {
  name: 'earlier hour',
  text: `SELECT figures_hour AS hour FROM gamma.checkpoints WHERE source = 'clob' AND figures_hour < $1 FOR UPDATE`,
  columns: { hour: 'integer' },
};

/** After a batch nearly all wallets are known, and a conflict would write to their rows: they are left out before. */
export const PUT_FIRST_TRADES = `INSERT INTO gamma.first_trades (wallet, at) SELECT n.wallet, n.at
  FROM unnest($1::text[], $2::int8[]) AS n(wallet, at) LEFT JOIN gamma.first_trades f ON f.wallet = n.wallet
  WHERE f.at IS NULL OR n.at < f.at
  ON CONFLICT (wallet) DO UPDATE SET at = least(first_trades.at, excluded.at)`;
export const FORGET_FIRST_TRADES = 'DELETE FROM gamma.first_trades';
