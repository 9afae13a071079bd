import type { Effects } from './command.ts';
import { CommandError, exitCodes } from './command-error.ts';

/** Ends work in order on Ctrl-C; a second Ctrl-C changes nothing, for the work is ending already. */
export const untilInterrupted: Effects['untilInterrupted'] = async (work) => {
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.on('SIGINT', interrupt);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    const details = { code: 'interrupted' };
    throw new CommandError('Interrupted', exitCodes.interrupted, details, { cause: error });
  } finally {
    // A shell's signal may come once more through the process before this one.
    if (!controller.signal.aborted) process.off('SIGINT', interrupt);
  }
};
