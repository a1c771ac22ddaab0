import { holdNewest } from '@foretell/platform-server';
import { limitedRoute, type Counted, type LimitRule, type LimitTable } from './limit-rule';
import { SlidingWindow } from './sliding-window';

/** The budget reported for a request: that of the rule with the least left. */
export interface Admission {
  readonly isAdmitted: boolean;
  readonly rule: string;
  readonly count: number;
  readonly windowMillis: number;
  readonly remaining: number;
  /** Time until a refused request would be admitted; for an admitted one, until the budget is full again. */
  readonly resetMillis: number;
}

/** Requests admitted here and not yet shared with other replicas. */
export interface Uncounted {
  readonly subject: string;
  readonly rule: string;
  readonly times: number;
}

/** A rule whose count an operator may change. */
interface Rule extends LimitRule {
  readonly index: number;
  count: number;
}

interface Subject {
  readonly name: string;
  readonly windows: (SlidingWindow | undefined)[];
  /** By rule: admitted here since the last message to other replicas. */
  readonly unpublished: number[];
  usedAt: number;
}

/** Bounds memory: beyond it the least recently used subjects are evicted. */
const SUBJECTS_MAX = 50_000;
const SECOND = 1_000;
/**
 * Fraction of a rule's count: after that many admitted requests the others are notified at once, so that all replicas together
 * stay near the limit.
 */
const UNSHARED_PART = 50;

/**
 * Counts requests by subject and refuses those beyond any rule of the table. Either all rules of a request count it, or none.
 * Source: interface, Limits.
 */
export class Limiter {
  private readonly rules: Rule[];
  private readonly general: readonly Rule[];
  private readonly others: Readonly<Record<Counted, readonly Rule[]>>;
  private readonly byRoute = new Map<string, readonly Rule[]>();
  /** Routes whose requests name the ids that are counted. */
  private readonly listing: ReadonlySet<string>;
  private readonly subjects = new Map<string, Subject>();
  private readonly unpublished = new Set<Subject>();
  /** Called when a subject has used so much that the other replicas should be notified at once. */
  onPressing: () => void = () => undefined;

  constructor(
    private readonly table: LimitTable,
    private readonly now: () => number,
    private readonly subjectsMax = SUBJECTS_MAX,
  ) {
    this.rules = table.rules.map((rule, index) => ({ ...rule, index }));
    this.general = this.rules.filter(({ routes, counts }) => routes === undefined && counts === undefined);
    const others = (of: Counted): Rule[] => this.rules.filter(({ counts }) => counts === of);
    this.others = { sites: others('sites'), keys: others('keys'), ids: others('ids'), bodies: others('bodies') };
    this.listing = new Set(this.others.ids.flatMap(({ routes = [] }) => routes.map(countedRoute)));
    for (const route of new Set(this.rules.flatMap(({ routes = [] }) => routes.map(countedRoute)))) {
      this.byRoute.set(
        route,
        this.rules.filter(
          ({ routes, counts }) => counts === undefined && (routes === undefined || routes.map(countedRoute).includes(route)),
        ),
      );
    }
  }

  isByKey(route: string): boolean {
    const { byKey } = this.table;
    return byKey.has(route) || byKey.has(`${route.slice(0, route.lastIndexOf('/'))}/*`);
  }

  /** Whether the ids in requests to the route are counted. */
  namesIds(route: string): boolean {
    return this.listing.has(route);
  }

  /** The names of the rules that count a request to the route. */
  rulesOf(route: string): readonly string[] {
    return (this.byRoute.get(route) ?? this.general).map(({ name }) => name);
  }

  /** Counts a request, or refuses it uncounted. */
  admit(route: string, name: string): Admission {
    return this.admitBy(this.byRoute.get(route) ?? this.general, name, 1);
  }

  /** Counts `times` units of another kind, all or none; a refusal is uncounted. */
  admitOther(counts: Counted, name: string, times = 1): Admission {
    return this.admitBy(this.others[counts], name, times);
  }

  /** The refusal that `admitOther` would give, without counting anything. */
  refusesOther(counts: Counted, name: string, times: number): Admission | null {
    const subject = this.subjects.get(name);
    return subject === undefined ? null : this.refusal(this.others[counts], subject, this.now(), times);
  }

  /** Reverses the count of `admit`. Other replicas that were notified meanwhile still count it. */
  giveBack(route: string, name: string): void {
    const subject = this.subjects.get(name);
    if (subject === undefined) return;
    const now = this.now();
    for (const rule of this.byRoute.get(route) ?? this.general) {
      subject.windows[rule.index]?.takeBack(now);
      subject.unpublished[rule.index] = Math.max(0, (subject.unpublished[rule.index] ?? 0) - 1);
    }
  }

  private admitBy(rules: readonly Rule[], name: string, times: number): Admission {
    const now = this.now();
    const subject = this.subject(name, now);
    const refusal = this.refusal(rules, subject, now, times);
    if (refusal !== null) return refusal;
    let least: Admission = UNLIMITED;
    for (const rule of rules) {
      const remaining = Math.max(0, rule.count - this.count(subject, rule, now, times));
      if (remaining >= least.remaining) continue;
      const { name: ruleName, count, windowMillis } = rule;
      least = { isAdmitted: true, rule: ruleName, count, windowMillis, remaining, resetMillis: windowMillis };
    }
    return least;
  }

  /** Counts what another replica admitted. */
  hear(name: string, ruleName: string, times: number): void {
    const rule = this.rules.find((each) => each.name === ruleName);
    const now = this.now();
    if (rule !== undefined) windowOf(this.subject(name, now), rule).add(now, times);
  }

  /** Returns the counts that the other replicas lack, and marks them as sent. */
  takeUnpublished(): Uncounted[] {
    const all: Uncounted[] = [];
    for (const subject of this.unpublished) {
      subject.unpublished.forEach((times, index) => {
        const rule = this.rules[index];
        if (times > 0 && rule !== undefined) all.push({ subject: subject.name, rule: rule.name, times });
        subject.unpublished[index] = 0;
      });
    }
    this.unpublished.clear();
    return all;
  }

  /** The rules with their current counts. */
  current(): readonly LimitRule[] {
    return this.rules;
  }

  /** Changes a rule's count; existing counts stay. False for a rule that does not exist. */
  change(name: string, count: number): boolean {
    const rule = this.rules.find((each) => each.name === name);
    if (rule === undefined) return false;
    rule.count = count;
    return true;
  }

  /** Drops subjects idle for longer than the longest window. */
  forgetIdle(): void {
    const oldest = this.now() - Math.max(...this.rules.map(({ windowMillis }) => 2 * windowMillis));
    for (const [name, { usedAt }] of this.subjects) {
      // The map is ordered from the least to the most recently used.
      if (usedAt > oldest) return;
      this.subjects.delete(name);
    }
  }

  get size(): number {
    return this.subjects.size;
  }

  /** The count with this request. */
  private count(subject: Subject, rule: Rule, now: number, times: number): number {
    const unpublished = (subject.unpublished[rule.index] ?? 0) + times;
    subject.unpublished[rule.index] = unpublished;
    this.unpublished.add(subject);
    const count = windowOf(subject, rule).add(now, times);
    if (unpublished * UNSHARED_PART >= rule.count) this.onPressing();
    return count;
  }

  private refusal(rules: readonly Rule[], subject: Subject, now: number, times: number): Admission | null {
    for (const rule of rules) {
      const window = subject.windows[rule.index];
      if ((window?.count(now) ?? 0) + times <= rule.count) continue;
      const resetMillis = window?.millisUntil(now, Math.max(0, rule.count - times)) ?? rule.windowMillis;
      const { name, count, windowMillis } = rule;
      return { isAdmitted: false, rule: name, count, windowMillis, remaining: 0, resetMillis };
    }
    return null;
  }

  /** The subject, marked as used now. */
  private subject(name: string, now: number): Subject {
    const known = this.subjects.get(name);
    if (known !== undefined) {
      // To the second: the order of the map serves eviction only.
      if (now - known.usedAt < SECOND) return known;
      this.subjects.delete(name);
      known.usedAt = now;
      this.subjects.set(name, known);
      return known;
    }
    const subject: Subject = { name, windows: [], unpublished: [], usedAt: now };
    holdNewest(this.subjects, name, subject, this.subjectsMax);
    return subject;
  }
}

/** For a service without a rule for the route. */
const UNLIMITED: Admission = {
  isAdmitted: true,
  rule: '',
  count: Infinity,
  windowMillis: 0,
  remaining: Infinity,
  resetMillis: 0,
};

function windowOf(subject: Subject, rule: Rule): SlidingWindow {
  return (subject.windows[rule.index] ??= new SlidingWindow(rule.windowMillis));
}

/** Normalises a rule's route, which may be written as callers write it. */
function countedRoute(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  return limitedRoute(method, { route: path.toLowerCase() });
}
