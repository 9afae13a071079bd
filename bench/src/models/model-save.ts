import { generateModel } from '../support/generated-model.ts';
import { median, type Bench, type BenchResult } from '../support/bench.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';

const CUBES = 200;
const ROUNDS = 25;
const WARM_UP = 5;
const TARGET_MS = 300;
/** Beside the same queries without saves. */
const TARGET_DISTURBANCE = 1.5;
const PAUSE_MS = 100;

/**
 * From the request that saves a file in dev mode to the answer of a query of that branch by the saved file, for a model
 * of 200 cubes; and what queries of production take meanwhile. All of them are new ones, which no cache knows.
 */
export const modelSave: Bench = {
  id: 'model-save',
  title: 'A save in dev mode',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess(['--no-demo']);
    try {
      const place = await startDevMode(oriel);
      const alone = await queryProduction(place, (queried) => idle(queried));
      const saves: Saves = { save: [], query: [], whole: [] };
      const meanwhile = await queryProduction(place, async () => {
        for (let round = -WARM_UP; round < ROUNDS; round += 1)
          await saveAndQuery(place, round + WARM_UP, round >= 0, saves);
      });
      return report(saves, { alone, meanwhile });
    } finally {
      await oriel.stop();
    }
  },
};

interface Place {
  readonly call: (method: string, path: string, body?: object) => Promise<string>;
  readonly deploymentId: number;
  readonly branch: string;
}

interface Saves {
  readonly save: number[];
  readonly query: number[];
  readonly whole: number[];
}

/** A cube that answers with a number of its own. */
const probe = (value: number) => ({
  path: 'model/probe.yml',
  content: `cubes:\n  - name: probe\n    sql: SELECT ${value} AS value\n    measures: [{ name: value, type: max, sql: value }]\n`,
});

async function startDevMode({ url, apiKey }: OrielProcess): Promise<Place> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text;
  };
  const made = await call('POST', '/build/api/v1/deployments', { name: 'Bench' });
  const { id: deploymentId } = JSON.parse(made) as { id: number };
  const build = `/build/api/v1/deployments/${deploymentId}`;
  const { branchName: branch } = JSON.parse(await call('POST', `${build}/dev-mode`)) as {
    branchName: string;
  };
  const files = generateModel(CUBES).map(({ path, content }) => ({ path: `model/${path}`, content }));
  await call('PUT', `${build}/data-model/files`, { files: [...files, probe(-1)] });
  await call('POST', `${build}/commit`, { message: 'The model' });
  await call('POST', `${build}/merge`, { message: 'The model' });
  const place = { call, deploymentId, branch };
  while ((await ask(place, '')) !== -1) await pause();
  await ask(place, `/dev-mode/${branch}`);
  return place;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** The number that the cube has in a branch; NaN where it is not there. */
async function ask({ call, deploymentId }: Place, branch: string, limit = 1): Promise<number> {
  const query = encodeURIComponent(JSON.stringify({ measures: ['probe.value'], limit }));
  const path = `/deployments/${deploymentId}${branch}/cubejs-api/v1/load?query=${query}`;
  const text = await call('GET', path).catch((error: unknown) => String(error));
  return Number(/"probe\.value":"?(-?\d+)/.exec(text)?.[1]);
}

async function saveAndQuery(place: Place, value: number, counts: boolean, saves: Saves): Promise<void> {
  const { call, deploymentId, branch } = place;
  const started = performance.now();
  await call('PUT', `/build/api/v1/deployments/${deploymentId}/data-model/files`, { files: [probe(value)] });
  const saved = performance.now();
  const answer = await ask(place, `/dev-mode/${branch}`);
  const ended = performance.now();
  if (answer !== value) throw new Error(`The query was answered by ${answer}, and ${value} was saved`);
  if (counts) {
    saves.save.push(saved - started);
    saves.query.push(ended - saved);
    saves.whole.push(ended - started);
  }
  // As a person does, who looks at the answer.
  await pause();
}

const idle = async (queried: readonly number[]) => {
  while (queried.length < 2 * ROUNDS) await pause();
};

/** Asks production over and over while something else is done; answers with milliseconds. */
async function queryProduction(
  place: Place,
  work: (queried: readonly number[]) => Promise<void>,
): Promise<number[]> {
  const samples: number[] = [];
  const done = new AbortController();
  const query = async () => {
    for (let limit = 2; !done.signal.aborted; limit += 1) {
      const started = performance.now();
      await ask(place, '', limit);
      samples.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const querying = query();
  try {
    await work(samples);
  } finally {
    done.abort();
    await querying;
  }
  return samples;
}

function report(saves: Saves, { alone, meanwhile }: { alone: number[]; meanwhile: number[] }): BenchResult[] {
  const each = (name: string, samples: number[], note: string, target?: number): BenchResult => ({
    name: `model-save.${name}`,
    unit: 'ms',
    oriel: median(samples),
    ...(target !== undefined && { target }),
    samples: { oriel: samples },
    note,
  });
  const [oriel, floor] = [median(meanwhile), median(alone)];
  return [
    each('to-answer', saves.whole, `from the save to the answer by it, of ${CUBES} cubes`, TARGET_MS),
    each('save', saves.save, 'the save alone'),
    each('query', saves.query, 'the query behind it alone'),
    {
      name: 'model-save.production',
      unit: 'ms',
      oriel,
      floor,
      ratio: oriel / floor,
      target: TARGET_DISTURBANCE,
      samples: { oriel: meanwhile, floor: alone },
      note: 'a query of production while another branch is saved, beside the same without saves',
    },
  ];
}
