/**
 * What is told in a later turn of the event loop, all of it at once: answers to orders go first. Source:
 * docs/decisions/streams.md.
 */
export class LaterTold<Step> {
  private steps: Step[] = [];
  private isAsked = false;

  constructor(private readonly tell: (step: Step) => void) {}

  add(step: Step): void {
    this.steps.push(step);
    if (this.isAsked) return;
    this.isAsked = true;
    setImmediate(() => this.tellAll());
  }

  /** Nobody is told what has not been told yet. */
  forget(): void {
    this.steps = [];
  }

  private tellAll(): void {
    this.isAsked = false;
    const steps = this.steps;
    this.steps = [];
    steps.forEach(this.tell);
  }
}
