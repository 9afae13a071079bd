import { compileModel, recompileModel, type Compilation } from '@oriel/semantic';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { compare, measureInTurn, median, type Bench, type BenchResult } from '../support/bench.ts';
import { generateModel } from '../support/generated-model.ts';

const COLD_ROUNDS = 15;
const WARM_ROUNDS = 40;
const SMALL = { name: 'small', cubes: 3, targetMs: 50 };
const LARGE = { name: 'large', cubes: 200, targetMs: 1_000 };
/** What a change of one file may cost beside that file's model compiled by itself. */
const RECOMPILE_TARGET = 3;

/**
 * A model of 3 cubes and a view, and one of 200 cubes: from files to a model in a fresh process, beside the same files
 * read by the YAML library alone; and in a warm process, where one file of the large model changes.
 */
export const compileModelBench: Bench = {
  id: 'compile-model',
  title: 'Model files to a model',
  async run(): Promise<BenchResult[]> {
    return [...(await measureCold(SMALL)), ...(await measureCold(LARGE)), ...(await measureWarm())];
  },
};

async function measureCold({ name, cubes, targetMs }: typeof SMALL): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
  try {
    const model = join(directory, 'model.json');
    await writeFile(model, JSON.stringify(generateModel(cubes)));
    const compileCache = { NODE_COMPILE_CACHE: join(directory, 'compile-cache') };
    const runs = await runInTurn({
      oriel: () => runProcess(['oriel', model]),
      floor: () => runProcess(['floor', model]),
      cachedOriel: () => runProcess(['oriel', model], compileCache),
      cachedFloor: () => runProcess(['floor', model], compileCache),
    });
    return [
      toColdResult(
        `compile-model.${name}.cold`,
        { oriel: runs.cachedOriel, floor: runs.cachedFloor },
        { targetMs, note: `${cubes} cubes; Node's compile cache is filled, as at every start but the first` },
      ),
      toColdResult(
        `compile-model.${name}.cold.first-start`,
        { oriel: runs.oriel, floor: runs.floor },
        { note: `${cubes} cubes; without the compile cache` },
      ),
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function measureWarm(): Promise<BenchResult[]> {
  const files = generateModel(LARGE.cubes);
  const [changed] = files;
  // The last cube is joined to no other, so that it is a model by itself.
  const alone = files.at(LARGE.cubes - 1);
  if (!changed || !alone) throw new Error('The model has files');
  let current: Compilation = recompileModel(files, []);
  let version = 0;
  const samples = await measureInTurn(
    {
      compile: async () => compileModel(files),
      yaml: async () => files.forEach(({ content }) => parse(content)),
      recompile: async () => {
        version += 1;
        const edited = {
          ...changed,
          content: changed.content.replace('sql: price,', `sql: price_${version},`),
        };
        current = recompileModel([edited, ...files.slice(1)], [current]);
      },
      alone: async () => compileModel([alone]),
    },
    { rounds: WARM_ROUNDS, warmUp: 10 },
  );
  return [
    compare('compile-model.large.warm', { oriel: samples.compile, floor: samples.yaml }),
    compare(
      'compile-model.large.one-file-changed',
      { oriel: samples.recompile, floor: samples.alone },
      { target: RECOMPILE_TARGET, note: 'the floor is that file compiled by itself' },
    ),
  ];
}

/** What a fresh process tells of itself. */
interface ColdRun {
  modelMs: number;
  importMs: number;
}

/** Runs each way in changing order, once without keeping what it says, so that caches are filled. */
async function runInTurn<Way extends string>(
  ways: Record<Way, () => Promise<ColdRun>>,
): Promise<Record<Way, ColdRun[]>> {
  const names = Object.keys(ways) as Way[];
  const runs = Object.fromEntries(names.map((name) => [name, [] as ColdRun[]])) as Record<Way, ColdRun[]>;
  for (let round = -1; round < COLD_ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const run = await ways[name]();
      if (round >= 0) runs[name].push(run);
    }
  }
  return runs;
}

/** The target is absolute, since a process takes its time whatever it compiles. */
function toColdResult(
  name: string,
  runs: { oriel: ColdRun[]; floor: ColdRun[] },
  { targetMs, note }: { targetMs?: number; note: string },
): BenchResult {
  const samples = {
    oriel: runs.oriel.map(({ modelMs }) => modelMs),
    floor: runs.floor.map(({ modelMs }) => modelMs),
  };
  const { oriel, floor } = compare(name, samples);
  const importMs = median(runs.oriel.map((run) => run.importMs));
  return {
    name,
    unit: 'ms',
    oriel,
    floor,
    ...(targetMs !== undefined && { target: targetMs }),
    samples,
    note: `${note}; ${importMs.toFixed(0)} ms are imports`,
  };
}

async function runProcess(args: readonly string[], env: Record<string, string> = {}): Promise<ColdRun> {
  const script = join(import.meta.dirname, 'compile-model-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
  });
  // The script is ours.
  return JSON.parse(stdout) as ColdRun;
}
