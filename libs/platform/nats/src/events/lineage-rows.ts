import type { Lineage, LineageAncestor } from '@foretell/contracts';

/** Identifies a PostgreSQL server and its timeline: a recovery and a promotion each begin a new timeline. */
export interface ServerPlace {
  readonly systemIdentifier: string;
  readonly timeline: number;
}

/** One row of a source's table of lineages. */
export interface LineageRow extends ServerPlace {
  readonly id: string;
  readonly parent: string | null;
  /** Last sequence that it shares with its parent. */
  readonly afterSequence: number;
}

/** The current lineage of a journal. */
export interface StandingLineage {
  readonly lineage: Lineage;
  /** The server on which it began. */
  readonly began: ServerPlace;
  /** False when the server was restored or promoted since it began: another lineage has to begin before the next commit. */
  readonly isOfServer: boolean;
}

/** Compares the rows, in order of creation, with the server that holds them. Null without rows. */
export function standingLineage(rows: readonly LineageRow[], server: ServerPlace): StandingLineage | null {
  const began = rows.at(-1);
  if (began === undefined) return null;
  const isOfServer = began.systemIdentifier === server.systemIdentifier && began.timeline === server.timeline;
  return { lineage: lineageOf(rows, began.id), began, isOfServer };
}

/** The ancestors, by parent. Events shared with a grandparent are shared with the parent, too. */
function lineageOf(rows: readonly LineageRow[], id: string): Lineage {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ancestors: LineageAncestor[] = [];
  let shared = Infinity;
  for (let row = byId.get(id); row !== undefined && row.parent !== null; row = byId.get(row.parent)) {
    shared = Math.min(shared, row.afterSequence);
    ancestors.push({ id: row.parent, sharedTo: shared });
  }
  return { id, ancestors };
}
