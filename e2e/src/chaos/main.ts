import { parseArgs } from 'node:util';
import { faults } from './faults.ts';
import { formatResult, isClean } from './figures.ts';
import { runChaos } from './run.ts';

const usage = `Usage: npm run chaos -- [--minutes N] [--seed N] [--only FAULT]... [--json]

Runs a server under traffic while processes, connections, disk and clock fail, and compares what was acknowledged with what is
there. Exit code 0: nothing lost, nothing foreign, no wrong answer, every fault recovered from.

Faults: ${Object.keys(faults).join(', ')}
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const unknown = values.only?.find((name) => !(name in faults));
if (values.help || !(minutes > 0) || !Number.isInteger(seed) || unknown !== undefined) {
  process.stderr.write(usage);
  process.exit(values.help ? 0 : 2);
}

process.stderr.write(`seed ${seed}\n`);
const result = await runChaos({
  minutes,
  seed,
  ...(values.only && { only: values.only }),
  onProgress: (message) =>
    void process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${message}\n`),
});
process.stdout.write(values.json ? `${JSON.stringify(result, undefined, 2)}\n` : `${formatResult(result)}\n`);
process.exit(isClean(result) ? 0 : 1);
