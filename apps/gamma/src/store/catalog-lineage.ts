import { LineageTable } from '@foretell/platform-nats';

/** The histories of the catalog's record. */
export const catalogLineages = new LineageTable('gamma');
