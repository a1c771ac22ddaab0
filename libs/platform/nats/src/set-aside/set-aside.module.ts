import { Controller, Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  SetAsideDropped,
  SetAsideFacts as SetAsideList,
  SetAsideReplayed,
  SetAsideRequest,
  type FactSource,
  type SetAsideFact,
  type SurfaceName,
} from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { watchGauge } from '@foretell/platform-server';
import { OpsCommand } from '../ops/ops-command';
import { OpsRefusal } from '../ops/ops-refusal';
import { faultOfFact } from './bad-fact';
import { SetAsideFacts, shown, type SetAsideRow } from './set-aside-facts';

/** Applies a dead-lettered event as if it arrived now, and deletes the row; idempotent. Rejects when it is refused again. */
export type Replay = (row: SetAsideRow) => Promise<void>;

/** How each source's events are replayed: each applier registers itself when it is constructed. */
@Injectable()
export class SetAsideReplays {
  private readonly replays = new Map<FactSource, Replay>();

  of(source: FactSource, replay: Replay): void {
    this.replays.set(source, replay);
  }

  async replay(row: SetAsideRow): Promise<void> {
    const replay = this.replays.get(row.source);
    if (replay === undefined) throw new OpsRefusal(`nothing applies facts of ${row.source} here`);
    await replay(row);
  }
}

/** `ops facts set-aside list`, `replay` and `drop`, of one service. */
@Module({})
export class SetAsideModule {
  static forRoot({ surface }: { readonly surface: SurfaceName }): DynamicModule {
    return {
      module: SetAsideModule,
      global: true,
      providers: [SetAsideReplays],
      controllers: [controllerOf(surface)],
      exports: [SetAsideReplays],
    };
  }
}

function controllerOf(surface: SurfaceName): new (pool: Pool, replays: SetAsideReplays) => object {
  @ApiExcludeController()
  @Controller()
  class SetAsideController {
    private readonly table = new SetAsideFacts(surface);

    constructor(
      @Inject(DATABASE_POOL) private readonly pool: Pool,
      private readonly replays: SetAsideReplays,
    ) {
      const help = 'Facts that could not be applied and wait for the operator.';
      watchGauge({ name: 'foretell_facts_set_aside', help }, () => this.table.count(this.pool));
    }

    @OpsCommand(`ops.${surface}.set-aside.list`)
    list(request: SetAsideRequest): Promise<SetAsideList> {
      return this.table.list(this.pool, request);
    }

    /** Oldest first; an event that is refused again does not prevent the next attempts. */
    @OpsCommand(`ops.${surface}.set-aside.replay`)
    async replay(request: SetAsideRequest): Promise<SetAsideReplayed> {
      const rows = await this.table.find(this.pool, request);
      const refused: SetAsideFact[] = [];
      for (const row of rows) {
        const reason = await this.refusalOf(row);
        if (reason !== null) refused.push({ ...shown(row), reason });
      }
      return { applied: rows.length - refused.length, refused };
    }

    @OpsCommand(`ops.${surface}.set-aside.drop`)
    async drop(request: SetAsideRequest): Promise<SetAsideDropped> {
      return { dropped: await this.table.drop(this.pool, request) };
    }

    private async refusalOf(row: SetAsideRow): Promise<string | null> {
      try {
        await this.replays.replay(row);
        return null;
      } catch (error) {
        const reason = faultOfFact(error);
        if (reason === null) throw error;
        await this.table.refuse(this.pool, row, reason);
        return reason;
      }
    }
  }
  return SetAsideController;
}
