/** An item with a due time; `tie` orders items with the same time. */
export interface Due {
  readonly at: number;
  readonly tie: number;
}

/** A priority queue by due time: a binary heap. */
export class MomentQueue<T extends Due> {
  private readonly heap: T[] = [];

  push(due: T): void {
    const { heap } = this;
    let place = heap.push(due) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(due, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = due;
  }

  pop(): T | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      let below = heap[child];
      if (below === undefined) break;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, below)) {
        below = right;
        child += 1;
      }
      if (!isBefore(below, last)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.tie < b.tie);
}
