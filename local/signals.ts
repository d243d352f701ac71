/** One Ctrl-C (or SIGTERM) stops everything and ends the process (§20.17); a second ends it immediately. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.log('\nStopping ...');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
