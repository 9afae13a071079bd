import { createClient } from '@oriel/client';
import { startTcpProxy } from '@oriel/server/test';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runAdministrator } from './credential-traffic.ts';
import { makeDisk } from './disk.ts';
import { DISK_FAULTS, faults, type Target } from './faults.ts';
import { createFigures, type Figures, type Result } from './figures.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { commitModel, TENANTS } from './model.ts';
import { createRandom, type Random } from './random.ts';
import { createRequests } from './requests.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { runViewer } from './viewer-traffic.ts';
import { readPlaces, runAuthor, type Author, type Traffic } from './workspace-traffic.ts';

/** How long a run lasts and which faults it makes. */
export interface ChaosOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Only these faults; default all that the machine allows. */
  readonly only?: readonly string[];
  onProgress(message: string): void;
}

const KEY = 'orl_bootstrap-key-for-chaos-0123456789abcdef';
const AUTHORS_OF_EACH = 2;
const VIEWERS = 6;
/** Longer, and the server is taken not to recover. */
const MAX_RECOVERY_MS = 60_000;
const CALM_MS = 1_000;
const WARM_UP_MS = 3_000;

/**
 * Runs a server under traffic of all kinds while processes, connections, disk and clock fail, one after the other in an
 * order that the seed decides. Afterwards the server is killed once more, and everything that was acknowledged must be
 * there.
 */
export async function runChaos({ minutes, seed, only, onProgress }: ChaosOptions): Promise<Result> {
  const figures = createFigures();
  const random = createRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'oriel-chaos-'));
  // The embedded database may have to run as another user.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const disk = await makeDisk(dataDir);
  const port = await freePort();
  const server = createServerProcess({
    dataDir,
    port,
    apiKey: KEY,
    args: ['--log-level', 'error', '--host', '127.0.0.1'],
  });
  const proxy = await startTcpProxy({ port, host: '127.0.0.1' });
  try {
    await server.start();
    const [direct, outside] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${proxy.port}`];
    const world = await setUp(direct, dataDir);
    const ledgers = world.authors.map(() => createLedger(figures));
    const ending = new AbortController();
    const traffic = startTraffic(world, server, {
      url: outside,
      figures,
      ledgers,
      random,
      signal: ending.signal,
    });
    await pause(WARM_UP_MS);
    const target: Target = { server, proxy, disk, dataDir, figures, random: random.fork('faults') };
    await makeFaults(target, { minutes, only, onProgress, isRecovered: () => isServing(outside, world) });
    ending.abort();
    await traffic;
    onProgress('The server is killed once more, and what is there is compared with what was acknowledged');
    await server.end('SIGKILL');
    await server.start();
    for (const [index, author] of world.authors.entries()) {
      const places = await readPlaces(author, direct);
      const own = [...places].filter(([name]) => name.startsWith(`${author.mark} ${author.name} `));
      ledgers[index]?.compare(new Map(own));
    }
    const { code } = await server.end('SIGTERM');
    if (code !== 0) figures.violation('wrong', `the server ended with ${code} after SIGTERM`);
    return figures.result;
  } finally {
    await server.end('SIGKILL');
    await proxy.close();
    await disk.remove();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Two deployments that share nothing, with authors and a key of their own; viewers look at the first one. */
interface World {
  readonly authors: readonly Author[];
  readonly viewed: Author;
}

async function setUp(url: string, dataDir: string): Promise<World> {
  const client = createClient({ baseUrl: url, apiKey: KEY });
  const authors: Author[] = [];
  for (const mark of ['Ash', 'Birch']) {
    const deployment = await client.call('createDeployment', { body: { name: `${mark} forest` } });
    const { secret: apiKey } = await client.call('createApiKey', {
      body: { name: mark, deploymentIds: [deployment.id] },
    });
    for (let index = 1; index <= AUTHORS_OF_EACH; index += 1)
      authors.push({ name: `author${index}`, mark, deploymentId: deployment.id, apiKey });
  }
  const [viewed] = authors;
  if (!viewed) throw new Error('There is no author');
  await commitModel(dataDir, viewed.deploymentId);
  return { authors, viewed };
}

interface TrafficOptions {
  readonly url: string;
  readonly figures: Figures;
  readonly ledgers: readonly Ledger[];
  readonly random: Random;
  readonly signal: AbortSignal;
}

async function startTraffic(
  { authors, viewed }: World,
  server: ServerProcess,
  { url, figures, ledgers, random, signal }: TrafficOptions,
): Promise<void> {
  const requests = createRequests(url, figures);
  const common = { requests, figures, signal };
  const withLedger = (ledger: Ledger): Traffic => ({ ...common, ledger });
  const { deploymentId, apiKey } = viewed;
  const [first] = ledgers;
  if (!first) throw new Error('There is no ledger');
  await Promise.all([
    ...authors.map((author, index) =>
      runAuthor(author, withLedger(ledgers[index] ?? first), random.fork(`${author.mark} ${author.name}`)),
    ),
    ...Array.from({ length: VIEWERS }, (_, index) => {
      const name = `viewer-${index}`;
      const tenant = TENANTS[index % TENANTS.length] ?? TENANTS[0];
      return runViewer({ name, tenant, deploymentId, apiKey }, withLedger(first), random.fork(name));
    }),
    runAdministrator(
      { ...server.administrator, apiKey: KEY, deploymentId },
      withLedger(first),
      random.fork('administrator'),
    ),
  ]);
}

interface FaultOptions extends Pick<ChaosOptions, 'minutes' | 'only' | 'onProgress'> {
  isRecovered(): Promise<boolean>;
}

/** Makes one fault after the other until the time is over and each was made; all of them before any a second time. */
async function makeFaults(
  target: Target,
  { minutes, only, onProgress, isRecovered }: FaultOptions,
): Promise<void> {
  const { disk, figures, random, server } = target;
  const names = Object.keys(faults).filter((name) => only?.includes(name) ?? true);
  const possible = names.filter((name) => disk.unfillable === undefined || !DISK_FAULTS.has(name));
  for (const name of names)
    if (!possible.includes(name)) figures.result.notInjected[name] = disk.unfillable ?? '';
  const deadline = performance.now() + minutes * 60_000;
  let queue: string[] = [];
  let crashes = 0;
  // Each of them once, however short the time is.
  for (let made = 0; made < possible.length || performance.now() < deadline; made += 1) {
    if (queue.length === 0) queue = random.shuffle(possible);
    const name = queue.pop() ?? '';
    figures.fault(name);
    await faults[name]?.(target);
    const brokenAt = performance.now();
    const isBack = await until(isRecovered, MAX_RECOVERY_MS);
    const ms = performance.now() - brokenAt;
    if (isBack) figures.recovered(name, ms);
    else figures.violation('stuck', `no recovery from "${name}" within ${MAX_RECOVERY_MS / 1_000} s`);
    onProgress(`${name}: ${isBack ? `working again after ${Math.round(ms)} ms` : 'NOT working again'}`);
    for (const crash of server.crashes.slice(crashes)) figures.violation('stuck', `after "${name}" ${crash}`);
    crashes = server.crashes.length;
    await pause(CALM_MS * (0.5 + random.fraction()));
  }
}

async function until(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition().catch(() => false)) return true;
    await pause(50);
  }
  return false;
}

/** Whether reading, writing and querying work, each with what it needs. */
async function isServing(url: string, { viewed }: World): Promise<boolean> {
  const { deploymentId, apiKey } = viewed;
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(5_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses = [
    await call('/readyz'),
    await call(`/api/v1/deployments/${deploymentId}/folders?first=1`),
    await call('/api/v1/embed/generate-session', {
      method: 'POST',
      body: JSON.stringify({ deploymentId, externalId: 'probe', securityContext: { tenant: 'north' } }),
    }),
    await call(`/deployments/${deploymentId}/cubejs-api/v1/meta`),
  ];
  return statuses.every((status) => status === 200);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
