export { exitCodes, type Effects } from './command.ts';
export { run } from './run.ts';
