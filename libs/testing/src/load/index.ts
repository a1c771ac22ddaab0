export { BaselineJournal, type JournalBytes } from './bare-journal';
export { baselineRateOf, withBaselineProcess } from './baseline';
export { loadOf } from './load';
export type { Measurement } from './measurement';
export { rateOf, type Rate } from './rate';
