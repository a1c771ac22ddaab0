import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TRACE = 'trace.json';
/** Chromium's name for one task of a thread's event loop. */
const TASK = /RunTask$/;

/**
 * Shortens each task of a recorded trace, with all its events, to its CPU time; no start time changes. A task takes longer while
 * its thread waits for a core, on a machine of few cores twice as long. That is not caused by the page, and Lighthouse multiplies
 * it by four for a phone.
 * @param folder of artifacts that Lighthouse gathered
 */
export function countCpuTime(folder) {
  const file = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(TRACE)),
  );
  const trace = JSON.parse(readFileSync(file, 'utf8'));
  const threads = new Map();
  for (const event of trace.traceEvents) {
    // Metadata events have no time.
    if (event.ph === 'M') continue;
    const thread = `${event.pid} ${event.tid}`;
    if (!threads.has(thread)) threads.set(thread, []);
    threads.get(thread).push(event);
  }
  for (const events of threads.values()) shorten(events);
  writeFileSync(file, JSON.stringify(trace));
}

function shorten(events) {
  const tasks = tasksOf(events);
  let at = 0;
  for (const event of events.toSorted((one, other) => one.ts - other.ts)) {
    while (at < tasks.length && tasks[at].end < event.ts) at += 1;
    const task = tasks[at];
    if (task === undefined || event.ts < task.start) continue;
    const after = event.ts - task.start;
    event.ts = task.start + after * task.share;
    if (event.dur !== undefined && after + event.dur <= task.end - task.start + 1) event.dur *= task.share;
  }
}

/** The outermost tasks in order of time, with the share of their time on a CPU. */
function tasksOf(events) {
  const tasks = [];
  const complete = events.filter(({ ph, name, dur, tdur }) => ph === 'X' && TASK.test(name) && dur > 0 && tdur !== undefined);
  for (const { ts: start, dur, tdur } of complete.sort((one, other) => one.ts - other.ts)) {
    if (start < (tasks.at(-1)?.end ?? 0)) continue;
    tasks.push({ start, end: start + dur, share: Math.min(1, tdur / dur) });
  }
  return tasks;
}
