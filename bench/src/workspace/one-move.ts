import autocannon from 'autocannon';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';
import { withMovingWorld, type MovingWorld } from './moving-world.ts';

const ROUNDS = 300;
const CONNECTIONS = 8;
const SECONDS = 5;
/** Of throughput the ratio is the floor's moves to Oriel's. */
const TARGETS = { latency: 1.5, throughput: 1.66 };

/**
 * One move of a report over HTTP, on a PostgreSQL that waits for the disk, beside the same move by hand: a Fastify
 * handler with one prepared statement on plain tables ({@link file://./moves-floor.ts}). Servers, database and client
 * are processes of their own.
 */
export const oneMove: Bench = {
  id: 'one-move',
  title: 'One move of a report',
  run: (): Promise<BenchResult[]> =>
    withMovingWorld(async (world) => [await latency(world), await throughput(world)]),
};

type Server = keyof MovingWorld['urls'];

const headersOf = ({ keys }: MovingWorld) => ({
  authorization: `Bearer ${keys.administrator}`,
  'content-type': 'application/json',
});

async function latency(world: MovingWorld): Promise<BenchResult> {
  const movers = { oriel: createMoves(world, 0), floor: createMoves(world, 1) };
  const move = async (who: Server) => {
    const { expected, body } = movers[who]();
    const answer = await fetch(`${world.urls[who]}/move`, {
      method: 'POST',
      headers: headersOf(world),
      body,
    });
    const moved = (await answer.json()) as { folderId?: number };
    if (moved.folderId !== expected)
      throw new Error(`A move was answered with ${answer.status} ${JSON.stringify(moved)}`);
  };
  const samples = await measureInTurn(
    { oriel: () => move('oriel'), floor: () => move('floor') },
    { rounds: ROUNDS, warmUp: 100 },
  );
  return compare('one-move', samples, { target: TARGETS.latency });
}

/** The moves of one report, to and fro. */
function createMoves(
  { reports, folders }: MovingWorld,
  index: number,
): () => { expected: number; body: string } {
  let turn = 0;
  return () => {
    const expected = folders[(turn += 1) % folders.length] ?? 0;
    return { expected, body: JSON.stringify({ type: 'REPORT', id: reports[index], folderId: expected }) };
  };
}

async function throughput(world: MovingWorld): Promise<BenchResult> {
  const load = async (who: Server, seconds: number) => {
    // Each connection moves a report of its own: moves of one wait for each other.
    let connection = who === 'oriel' ? 100 : 200;
    const { requests, non2xx } = await autocannon({
      url: `${world.urls[who]}/move`,
      method: 'POST',
      headers: headersOf(world),
      connections: CONNECTIONS,
      duration: seconds,
      setupClient: (client) => {
        const next = createMoves(world, (connection += 1));
        client.setRequests(world.folders.map(() => ({ body: next().body })));
      },
    });
    if (non2xx > 0) throw new Error(`${non2xx} moves were refused`);
    return requests.average;
  };
  const samples = { oriel: [] as number[], floor: [] as number[] };
  for (const who of ['oriel', 'floor'] as const) await load(who, 2);
  for (const who of ['oriel', 'floor', 'floor', 'oriel'] as const)
    samples[who].push(await load(who, SECONDS));
  return compare('one-move.throughput', samples, {
    unit: 'requests/s',
    target: TARGETS.throughput,
    note: `${CONNECTIONS} connections`,
  });
}
