// What `npm test -- …` takes. Whatever else is given is refused, so that nobody believes in a flag that does nothing.
import { parseArgs } from 'node:util';

export const USAGE = `npm test -- [TEXT…] [--unit] [--changed[=REF]] [--repeat N] [--list]

  TEXT            the test files with one of the texts in their path
  --unit          those that drive no browser
  --changed[=REF] those that the change since REF can touch; default: since the last commit
  --repeat N      runs them N times, every second time beside load, each with a seed of its own, up to the first failure
  --list          names what would run, and runs nothing`;

/** What cannot be run as it was asked for; its message is for who asked. */
export class UsageError extends Error {}

/**
 * @param args of the command line
 * @returns `texts` of paths, `isUnit`, the `changedSince` of `--changed` or undefined, how often to `repeat` (0: an
 * ordinary run), and `isListed`
 * @throws {UsageError} for a flag that is not known, or a value that is none
 */
export function parseOptions(args) {
  const { values, positionals } = parse(args.map((each) => (each === '--changed' ? '--changed=HEAD' : each)));
  const repeat = Number(values.repeat ?? 0);
  const isCount = Number.isInteger(repeat) && (repeat > 0 || values.repeat === undefined);
  if (!isCount) throw new UsageError(`--repeat takes a number of runs, not ${values.repeat}\n\n${USAGE}`);
  return {
    texts: positionals,
    isUnit: values.unit,
    changedSince: values.changed,
    repeat,
    isListed: values.list,
  };
}

function parse(args) {
  const options = {
    unit: { type: 'boolean', default: false },
    changed: { type: 'string' },
    repeat: { type: 'string' },
    list: { type: 'boolean', default: false },
  };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // The parser's own hint on arguments that begin with a dash fits no path.
    throw new UsageError(`${error.message.split('. ')[0]}\n\n${USAGE}`, { cause: error });
  }
}

/** What cannot be run as it was asked for ends the process, with a message and without a stack trace. */
export function orRefuse(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
