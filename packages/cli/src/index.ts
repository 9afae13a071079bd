export { type Effects } from './command.ts';
export { exitCodes } from './command-error.ts';
export { run } from './run.ts';
