import autocannon from 'autocannon';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import {
  compare,
  measureInTurn,
  median,
  type Bench,
  type BenchOptions,
  type BenchResult,
} from '../support/bench.ts';
import { FULL_FOLDER, type ListCallers } from './list-data.ts';
import { PAGE } from './list-floor.ts';
import type { ListServers } from './list-process.ts';

const SIZE = 100_000;
const LARGE_SIZE = 1_000_000;
const ROUNDS = 200;
/** Enough for statements to be planned once and for all, and for the code to be compiled. */
const WARM_UP = 100;
const CONNECTIONS = 8;
/** Both servers are asked in turn, a second at a time, so that a busy moment of the machine hits both alike. */
const SLICES = 8;
/** Until the code of both is compiled: requests that are not counted. */
const LOAD_WARM_UP = 3_000;

/** What a deep page and a search take of the first page at most. */
const OF_FIRST_PAGE = 1.2;

/** A list that is asked for. */
interface ListCase {
  name: string;
  caller: keyof ListCallers;
  query: string;
  /** The same of the floor; absent where the target is absolute. */
  floor?: string;
  /** What is asked beside it, where the target is a ratio to the first page of Oriel itself. */
  firstPage?: string;
  /** Whether the page in the middle of the list is asked for, by its cursor. */
  isDeep?: boolean;
  /** Of the ratio, or of the milliseconds where there is no floor. */
  target?: number;
  /** Of the ratio of requests a second. */
  throughput?: number;
}

const folder = { query: `folderId=${FULL_FOLDER}`, floor: `/reports/${FULL_FOLDER}` };
const cases: ListCase[] = [
  { name: 'folder.admin', caller: 'admin', ...folder, target: 1.4, throughput: 1 / 0.7 },
  { name: 'folder.ancestor', caller: 'tenth', ...folder, target: 1.6, throughput: 1 / 0.6 },
  { name: 'whole.admin', caller: 'admin', query: '', floor: '/reports', target: 1.4, throughput: 1 / 0.7 },
  { name: 'whole.admin.name', caller: 'admin', query: 'sortBy=name' },
  { name: 'whole.all', caller: 'all', query: '', target: 3 },
  { name: 'whole.all.name', caller: 'all', query: 'sortBy=name', target: 3 },
  { name: 'whole.tenth', caller: 'tenth', query: '', target: 4 },
  { name: 'whole.tenth.name', caller: 'tenth', query: 'sortBy=name', target: 4 },
  { name: 'whole.hundredth', caller: 'hundredth', query: '' },
  { name: 'whole.nobody', caller: 'nobody', query: '' },
  { name: 'search.absent', caller: 'admin', query: 'search=zyxwvu', target: 10 },
  { name: 'search.found', caller: 'admin', query: 'search=Report%2099999', target: 10 },
  { name: 'search.absent.tenth', caller: 'tenth', query: 'search=zyxwvu', target: 10 },
  { name: 'search.short', caller: 'admin', query: 'search=zy' },
  ...(['admin', 'all', 'tenth'] as const).flatMap((caller): ListCase[] =>
    ['', 'sortBy=name'].map((query) => ({
      name: `deep.${caller}${query === '' ? '' : '.name'}`,
      caller,
      query,
      firstPage: query,
      isDeep: true,
      target: OF_FIRST_PAGE,
    })),
  ),
  ...(['admin', 'tenth'] as const).flatMap((caller): ListCase[] =>
    ['zyxwvu', 'Report%2099999'].map((text, index) => ({
      name: `searched.${index === 0 ? 'absent' : 'found'}.${caller}`,
      caller,
      query: `search=${text}`,
      firstPage: '',
      target: OF_FIRST_PAGE,
    })),
  ),
];

/**
 * A page of 50 reports with their folders, owners, the caller's access and the number of all, to callers who see all, a
 * tenth, a hundredth or nothing. Oriel, the floor and the client are processes of their own, and the client reads
 * bytes. Figures in milliseconds are of one connection.
 */
export const listReports: Bench = {
  id: 'list-reports',
  title: 'List of 50 reports',
  async run({ isLarge, only }: BenchOptions): Promise<BenchResult[]> {
    const children: ChildProcess[] = [];
    const start = async <Answer>(wanted: object): Promise<Answer & Measured> => {
      const child = fork(join(import.meta.dirname, 'list-process.ts'));
      children.push(child);
      child.send(wanted);
      const [answer] = (await once(child, 'message')) as [Answer];
      return { ...answer, cpuMs: () => cpuMsOf(child) };
    };
    try {
      const oriel = await start<ListServers>({ size: isLarge ? LARGE_SIZE : SIZE });
      const floor = await start<{ port: number }>(oriel);
      const results: BenchResult[] = [];
      for (const one of cases.filter(({ name }) => only === undefined || name.includes(only)))
        results.push(...(await measure(one, oriel, floor, isLarge)));
      return results;
    } finally {
      for (const child of children) child.disconnect();
      await Promise.all(children.map((child) => once(child, 'exit')));
    }
  },
};

/** A process of which the processor time is known. */
interface Measured {
  /** Milliseconds since its start, of all its threads. */
  cpuMs(): Promise<number>;
}

async function cpuMsOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [ms] = (await once(child, 'message')) as [number];
  return ms;
}

async function measure(
  asked: ListCase,
  servers: ListServers & Measured,
  byHandServer: { port: number } & Measured,
  isLarge: boolean,
): Promise<BenchResult[]> {
  const { name, caller, query, floor, target, throughput } = asked;
  const { port, deploymentId, callers } = servers;
  if (asked.firstPage !== undefined) return [await measureBesideFirst(asked, servers, isLarge)];
  const id = `list-reports.${isLarge ? 'large.' : ''}${name}`;
  const key = callers[caller];
  const url = `http://127.0.0.1:${port}/api/v1/deployments/${deploymentId}/reports?first=${PAGE}&${query}`;
  const floorUrl = floor === undefined ? undefined : `http://127.0.0.1:${byHandServer.port}${floor}`;
  const answer = await readList(url, key);
  const note = `${answer.count} in all`;
  const ask = createClient(key);
  if (floorUrl === undefined) {
    const { oriel } = await measureInTurn({ oriel: () => ask(url) }, { rounds: ROUNDS, warmUp: WARM_UP });
    return [
      {
        name: id,
        unit: 'ms',
        oriel: median(oriel),
        ...(target !== undefined && { target }),
        samples: { oriel },
        note,
      },
    ];
  }
  const byHand = await readList(floorUrl, key);
  const rowsOf = ({ ids, count }: typeof answer) => JSON.stringify([ids, count]);
  if (rowsOf(answer) !== rowsOf(byHand))
    throw new Error(`${id} answers ${JSON.stringify(answer)}, its floor ${JSON.stringify(byHand)}`);
  const ways = { oriel: () => ask(url), floor: () => ask(floorUrl) };
  const samples = await measureInTurn(ways, { rounds: ROUNDS, warmUp: WARM_UP });
  const { rates, cpu } = await loadInTurn(
    { oriel: { url, ...servers }, floor: { url: floorUrl, ...byHandServer } },
    key,
  );
  const atOnce = `${CONNECTIONS} connections`;
  return [
    compare(id, samples, { ...(target !== undefined && { target }), note }),
    compare(`${id}.throughput`, rates, {
      unit: 'requests/s',
      ...(throughput !== undefined && { target: throughput }),
      note: atOnce,
    }),
    compare(`${id}.cpu`, cpu, { note: `processor time of the server for each request, ${atOnce}` }),
  ];
}

/** A page beside the first one of the same list without a search, in turn. */
async function measureBesideFirst(
  { name, caller, query, firstPage = '', isDeep = false, target }: ListCase,
  { port, deploymentId, callers }: ListServers,
  isLarge: boolean,
): Promise<BenchResult> {
  const key = callers[caller];
  const list = `http://127.0.0.1:${port}/api/v1/deployments/${deploymentId}/reports?`;
  const { count, endCursor } = await readList(
    `${list}limit=${PAGE}&page=${isDeep ? await middleOf(`${list}first=1`, key) : 1}&${query}`,
    key,
  );
  const url = isDeep ? `${list}first=${PAGE}&after=${endCursor}&${query}` : `${list}first=${PAGE}&${query}`;
  const ask = createClient(key);
  const samples = await measureInTurn(
    { oriel: () => ask(url), floor: () => ask(`${list}first=${PAGE}&${firstPage}`) },
    { rounds: ROUNDS, warmUp: WARM_UP },
  );
  const note = `${count} in all; the floor is the first page`;
  return compare(`list-reports.${isLarge ? 'large.' : ''}${name}`, samples, {
    note,
    ...(target !== undefined && { target }),
  });
}

/** The number of the page in the middle of a list. */
async function middleOf(url: string, key: string): Promise<number> {
  const { count } = await readList(url, key);
  return Math.max(1, Math.floor(count / PAGE / 2));
}

/** Samples of both ways. */
type Both = Record<'oriel' | 'floor', number[]>;

async function loadInTurn(
  ways: Record<'oriel' | 'floor', { url: string } & Measured>,
  key: string,
): Promise<{ rates: Both; cpu: Both }> {
  const rates: Both = { oriel: [], floor: [] };
  const cpu: Both = { oriel: [], floor: [] };
  for (const { url } of Object.values(ways)) await load(url, key, { amount: LOAD_WARM_UP });
  for (let slice = 0; slice < SLICES; slice += 1)
    for (const way of slice % 2 === 0 ? (['oriel', 'floor'] as const) : (['floor', 'oriel'] as const)) {
      const { url, cpuMs } = ways[way];
      const before = await cpuMs();
      const { perSecond, total } = await load(url, key, { duration: 1 });
      rates[way].push(perSecond);
      cpu[way].push(((await cpuMs()) - before) / total);
    }
  return { rates, cpu };
}

/**
 * The ids of a page and the number of all, in which Oriel and the floor must agree, and the cursor of Oriel's last row.
 */
async function readList(
  url: string,
  key: string,
): Promise<{ ids: number[]; count: number; endCursor: string | null }> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const { items, count, pageInfo } = (await answer.json()) as ListAnswer;
  return { ids: items.map(({ id }) => id), count, endCursor: pageInfo?.endCursor ?? null };
}

/** What is read of an answer; the floor has no cursors. */
interface ListAnswer {
  items: { id: number }[];
  count: number;
  pageInfo?: { endCursor: string | null };
}

/** Sends requests over one connection that is kept, and reads the answers without parsing them. */
function createClient(key: string): (url: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${key}` };
  return (url) =>
    new Promise((resolve, reject) => {
      get(url, { agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}`)),
        );
      }).once('error', reject);
    });
}

async function load(
  url: string,
  key: string,
  howMuch: { amount: number } | { duration: number },
): Promise<{ perSecond: number; total: number }> {
  const { requests, non2xx, duration } = await autocannon({
    url,
    connections: CONNECTIONS,
    ...howMuch,
    headers: { authorization: `Bearer ${key}` },
  });
  if (non2xx > 0) throw new Error(`${non2xx} requests of ${url} were refused`);
  return { perSecond: requests.total / duration, total: requests.total };
}
