import { Controller, Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  DeadLettersDropped,
  DeadLetters as DeadLetterList,
  DeadLettersReplayed,
  DeadLettersRequest,
  type EventSource,
  type DeadLetter,
  type ServiceName,
} from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { watchGauge } from '@foretell/platform-server';
import { OpsCommand } from '../ops/ops-command';
import { OpsRefusal } from '../ops/ops-refusal';
import { faultOfEvent } from './bad-event';
import { countDeadLetters, DeadLetters, shown, type DeadLetterRow } from './dead-letters';

/** Applies a dead-lettered event as if it arrived now, and deletes the row; idempotent. Rejects when it is refused again. */
export type Replay = (row: DeadLetterRow) => Promise<void>;

/** How each source's events are replayed: each applier registers itself when it is constructed. */
@Injectable()
export class DeadLetterReplays {
  private readonly replays = new Map<EventSource, Replay>();

  of(source: EventSource, replay: Replay): void {
    this.replays.set(source, replay);
    countDeadLetters(source);
  }

  async replay(row: DeadLetterRow): Promise<void> {
    const replay = this.replays.get(row.source);
    if (replay === undefined) throw new OpsRefusal(`this service does not apply events of ${row.source}`);
    await replay(row);
  }
}

/** `ops events dead-letters list`, `replay` and `drop`, of one service. */
@Module({})
export class DeadLettersModule {
  static forRoot({ service }: { readonly service: ServiceName }): DynamicModule {
    return {
      module: DeadLettersModule,
      global: true,
      providers: [DeadLetterReplays],
      controllers: [controllerOf(service)],
      exports: [DeadLetterReplays],
    };
  }
}

function controllerOf(service: ServiceName): new (pool: Pool, replays: DeadLetterReplays) => object {
  @ApiExcludeController()
  @Controller()
  class DeadLettersController {
    private readonly table = new DeadLetters(service);

    constructor(
      @Inject(DATABASE_POOL) private readonly pool: Pool,
      private readonly replays: DeadLetterReplays,
    ) {
      const help = 'Dead-lettered events: they could not be applied and await the operator.';
      watchGauge({ name: 'foretell_facts_set_aside', help }, () => this.table.count(this.pool));
    }

    @OpsCommand(`ops.${service}.set-aside.list`)
    list(request: DeadLettersRequest): Promise<DeadLetterList> {
      return this.table.list(this.pool, request);
    }

    /** Oldest first; an event that is refused again does not prevent the next attempts. */
    @OpsCommand(`ops.${service}.set-aside.replay`)
    async replay(request: DeadLettersRequest): Promise<DeadLettersReplayed> {
      const rows = await this.table.find(this.pool, request);
      const refused: DeadLetter[] = [];
      for (const row of rows) {
        const reason = await this.refusalOf(row);
        if (reason !== null) refused.push({ ...shown(row), reason });
      }
      return { applied: rows.length - refused.length, refused };
    }

    @OpsCommand(`ops.${service}.set-aside.drop`)
    async drop(request: DeadLettersRequest): Promise<DeadLettersDropped> {
      return { dropped: await this.table.drop(this.pool, request) };
    }

    private async refusalOf(row: DeadLetterRow): Promise<string | null> {
      try {
        await this.replays.replay(row);
        return null;
      } catch (error) {
        const reason = faultOfEvent(error);
        if (reason === null) throw error;
        await this.table.refuse(this.pool, row, reason);
        return reason;
      }
    }
  }
  return DeadLettersController;
}
