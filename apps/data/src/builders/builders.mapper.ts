import type { BuilderDay, BuilderEntry } from '@foretell/contracts';
import { fromMicros } from '../wire/json-numbers';
import { DAY_MILLIS, type BuilderDayRead, type BuilderRead } from './builders.query';

/** Builders are known only by their attribution: none is verified and none has a logo. */
export function toBuilderEntry({ rank, builder, volumeMicros, activeUsers }: BuilderRead): BuilderEntry {
  return { rank: String(rank), builder, volume: fromMicros(volumeMicros), activeUsers, verified: false, builderLogo: '' };
}

export function toBuilderDay(row: BuilderDayRead): BuilderDay {
  return { dt: new Date(row.day * DAY_MILLIS).toISOString().replace('.000Z', 'Z'), ...toBuilderEntry(row) };
}
