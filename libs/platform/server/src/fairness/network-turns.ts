/** Starts work that waited; false when it is no longer wanted. */
type Begin = () => boolean;

interface Turns {
  running: number;
  readonly waiting: Begin[];
}

/** Limits the work in progress of each network; more waits in the order of its arrival. */
export class NetworkTurns {
  private readonly networks = new Map<string, Turns>();

  /** @param most pieces of work of one network at a time */
  constructor(private readonly most: number) {}

  /** The number of networks with work in progress. */
  get size(): number {
    return this.networks.size;
  }

  /** Takes a turn, if one is free; otherwise `wait`. Each turn ends with `leave`. */
  enter(network: string): boolean {
    const turns = this.networks.get(network);
    if (turns === undefined) {
      this.networks.set(network, { running: 1, waiting: [] });
      return true;
    }
    if (turns.running >= this.most) return false;
    turns.running += 1;
    return true;
  }

  /** `begin` takes the turn of another that leaves. Call it only when `enter` was refused. */
  wait(network: string, begin: Begin): void {
    this.networks.get(network)?.waiting.push(begin);
  }

  /** Ends one turn of the network. */
  leave(network: string): void {
    const turns = this.networks.get(network);
    if (turns === undefined) return;
    for (let begin = turns.waiting.shift(); begin !== undefined; begin = turns.waiting.shift()) if (begin()) return;
    turns.running -= 1;
    if (turns.running === 0) this.networks.delete(network);
  }
}
