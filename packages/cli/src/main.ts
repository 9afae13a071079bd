import { addAbortSignal } from 'node:stream';
import type { Effects } from './command.ts';
import { run } from './run.ts';
import { untilInterrupted } from './until-interrupted.ts';

const effects: Effects = {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  // A write that fails is told by the stream's error, too.
  printNext: (piece) => new Promise((resolve) => process.stdout.write(piece, () => resolve())),
  readInput: (signal) => addAbortSignal(signal, process.stdin.setEncoding('utf8')),
  untilInterrupted,
  terminal: process.stderr.isTTY
    ? {
        get columns() {
          return process.stderr.columns;
        },
        write: (text) => process.stderr.write(text),
      }
    : undefined,
  variables: process.env,
  // What few commands need is loaded by those.
  findServer: async (flags) => (await import('./server-address.ts')).findServerAddress(flags, process.env),
  runOperator: async (args) => (await import('./run-operator.ts')).runOperator(args),
  startServer: async (args) => (await import('./start-server.ts')).startServer(args),
};

// A reader such as head that has seen enough is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2), effects);
