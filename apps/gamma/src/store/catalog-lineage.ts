import { LineageTable } from '@foretell/platform-nats';

/** The lineages of the catalog's journal. */
export const catalogLineages = new LineageTable('gamma');
