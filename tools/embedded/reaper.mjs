/**
 * Ends what a process has started once that process is gone, however it went: its end closes our standard input, which no signal
 * and no exception prevents. Lines: "+PID SIGNAL" what is to be sent to it then, "-PID" once it has ended by itself.
 */
const held = new Map();
let text = '';

// Ctrl-C reaches the whole terminal, and the process whose end counts may take its time to end in order.
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

/** One that is stopped (SIGSTOP) takes no other signal before it goes on. */
function end(pid, signal) {
  try {
    process.kill(pid, signal);
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended meanwhile.
  }
}
