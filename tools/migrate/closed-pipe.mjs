/** A reader that closes the pipe early, such as head, is no failure. In this folder, as a migration runs without the others. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
