import type { Effects } from './command.ts';
import { run } from './run.ts';
import { findServerAddress } from './server-address.ts';
import { startServer } from './start-server.ts';

const NEWLINE = Buffer.from('\n');

const effects: Effects = {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  // A write that fails is told by the stream's error, too.
  printNext: (line) =>
    new Promise((resolve) => process.stdout.write(Buffer.concat([line, NEWLINE]), () => resolve())),
  readInput: () => process.stdin.setEncoding('utf8'),
  findServer: (flags) => findServerAddress(flags, process.env),
  startServer,
};

// A reader such as head that has seen enough is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2), effects);
