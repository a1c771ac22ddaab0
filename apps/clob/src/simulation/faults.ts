import { NO_FAULTS, type Network } from './network';
import type { World } from './world';

const EVERY_MILLIS = 900;
const HOUR_MILLIS = 3_600_000;

/** Injects faults, at times and of kinds that the seed decides, until `end` is called. */
export class Faults {
  private isOver = false;

  constructor(private readonly world: World) {
    this.plan();
    this.redeliver();
  }

  /** Stops all faults and repairs the networks and clocks. Delayed messages still arrive. */
  end(): void {
    const { world } = this;
    this.isOver = true;
    for (const network of [world.recordNetwork, world.busNetwork]) network.faults = NO_FAULTS;
    world.recordNetwork.isUp = true;
    if (!world.busNetwork.isUp) world.bus.comeBack();
    for (const { current } of [...world.replicas, ...world.others]) world.bus.rejoin(current);
    for (const replica of world.replicas) replica.setClock(0);
    world.note('all faults are over');
  }

  private plan(): void {
    const { scheduler, random } = this.world;
    scheduler.after(random.between(0, 2 * EVERY_MILLIS), () => {
      if (this.isOver) return;
      this.happen();
      this.plan();
    });
  }

  private happen(): void {
    const { world } = this;
    const { random } = world;
    const draw = random.below(100);
    if (draw < 14) random.pick(world.replicas).kill('killed');
    else if (draw < 24) random.pick(world.replicas).freeze(random.between(50, 12_000));
    else if (draw < 29) world.stop(random.pick(world.replicas));
    else if (draw < 36) this.loseLease();
    else if (draw < 42) this.failServer();
    else if (draw < 52) this.disturb(world.recordNetwork, 'the record');
    else if (draw < 62) this.disturb(world.busNetwork, 'the bus');
    else if (draw < 68) this.failBus();
    else if (draw < 72) random.pick(world.others).kill('killed');
    else if (draw < 75) random.pick(world.others).freeze(random.between(50, 6_000));
    else if (draw < 78) this.stepClock();
    else if (draw < 80) random.pick(world.replicas).suspend(random.between(50, 12_000));
    else if (draw < 83) world.bus.redeliver(0);
    else if (draw < 88) this.delayCommands();
    else if (draw < 94) this.cutOff();
    else {
      world.note('the catalog changes');
      world.catalog.change();
    }
  }

  private loseLease(): void {
    this.world.note('the lease session ends');
    this.world.lease.loseSession();
  }

  /** The database server fails and restarts later, perhaps without the newest unflushed writes. */
  private failServer(): void {
    const { world } = this;
    const { random, server } = world;
    world.recordNetwork.isUp = false;
    world.lease.loseSession();
    const lost = random.below(server.unflushedCount + 1);
    world.note(`the record fails and loses ${lost} recordings`);
    server.restart(lost);
    world.scheduler.after(random.between(50, 4_000), () => {
      world.recordNetwork.isUp = true;
    });
  }

  private failBus(): void {
    const { world } = this;
    const isLost = world.random.chance(0.25);
    world.note(isLost ? 'the bus fails and loses all that it held' : 'the bus fails');
    world.bus.goDown();
    if (isLost) world.bus.lose();
    world.scheduler.after(world.random.between(50, 5_000), () => {
      if (!world.busNetwork.isUp) world.bus.comeBack();
    });
  }

  /** Cuts one process off from the bus; others stay connected. */
  private cutOff(): void {
    const { world } = this;
    const { random, scheduler, bus } = world;
    const { current } = random.pick(random.chance(0.8) ? world.replicas : world.others);
    const millis = random.between(100, 9_000);
    world.note(`${current.name} is cut off from the bus for ${Math.round(millis)} ms`);
    bus.connections.cut(current);
    scheduler.after(millis, () => bus.rejoin(current));
  }

  /** For a while, requests and answers get lost, and abandoned requests are executed late. */
  private disturb(network: Network, what: string): void {
    const { random, scheduler, note } = this.world;
    const most = random.chance(0.3) ? 0.2 : 0.03;
    const one = (): number => (random.chance(0.6) ? random.between(0, most) : 0);
    network.faults = { refused: one(), answerLost: one(), late: one(), slow: one() };
    note(`${what} is disturbed: ${JSON.stringify(network.faults)}`);
    scheduler.after(random.between(200, 5_000), () => {
      network.faults = NO_FAULTS;
    });
  }

  /** For a while, many commands arrive after their sender has given up. */
  private delayCommands(): void {
    const { commands, random, scheduler } = this.world;
    this.world.note('commands arrive late');
    commands.delayed = 0.5;
    scheduler.after(random.between(500, 6_000), () => {
      commands.delayed = 0;
    });
  }

  private stepClock(): void {
    const { random, replicas, scheduler } = this.world;
    const replica = random.pick(replicas);
    replica.setClock(random.chance(0.2) ? random.pick([-HOUR_MILLIS, HOUR_MILLIS]) : random.between(-6_000, 6_000));
    if (random.chance(0.5)) scheduler.after(random.between(100, 6_000), () => replica.setClock(0));
  }

  /** Redelivers, like the bus, what was not acknowledged in time. */
  private redeliver(): void {
    this.world.scheduler.after(ACKNOWLEDGED_MILLIS / 4, () => {
      this.world.bus.redeliver(ACKNOWLEDGED_MILLIS);
      this.redeliver();
    });
  }
}

const ACKNOWLEDGED_MILLIS = 60_000;
