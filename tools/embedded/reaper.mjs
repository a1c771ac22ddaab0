/**
 * Ends the processes that a process has started once that process is gone, however it ended. Its end closes our standard input,
 * which no signal or exception can prevent. Input lines: "+PID SIGNAL" registers a process and its signal, "-PID" removes one
 * that has ended.
 */
const held = new Map();
let text = '';

// Ctrl-C reaches every process of the terminal, and the watched process may need time to shut down.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.stdin.setEncoding('utf8');
process.stdin.on('data', (piece) => {
  const lines = (text + piece).split('\n');
  text = lines.pop();
  for (const line of lines) {
    const [pid, signal] = line.slice(1).split(' ');
    if (line.startsWith('+')) held.set(Number(pid), signal);
    else held.delete(Number(pid));
  }
});
process.stdin.on('error', () => undefined);
process.stdin.on('close', () => {
  for (const [pid, signal] of held) end(pid, signal);
});

/** A stopped process (SIGSTOP) receives no other signal before it continues. */
function end(pid, signal) {
  try {
    process.kill(pid, signal);
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended already.
  }
}
