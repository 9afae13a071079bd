import {
  limits,
  type DeploymentLogsResponse,
  type DeploymentPod,
  type DeploymentPodsResponse,
  type OperationTypes,
} from '@oriel/contract';
import type { Engine, RuntimeTarget } from '@oriel/engine';
import { bindFirst } from '../db/bind-first.ts';
import type { DeploymentRef } from '../http/handler.ts';
import { decodeCursor, encodeCursor } from '../paging/cursor.ts';
import type { ListOrder } from '../paging/list-order.ts';
import { pageOf } from '../paging/page-of-items.ts';
import { buildPodName, podNameOf, type LogEntry, type RuntimeLog } from './runtime-log.ts';

/** What of a runtime writes logs. */
const CONTAINERS = ['INIT', 'cubejs-server'];

const byNumber: ListOrder<LogEntry, number> = {
  name: 'logs',
  keyOf: ({ number }) => [number],
  toKey: ([number]) => (Number.isSafeInteger(number) ? Number(number) : undefined),
};

/** What runtimes and builds are listed from. */
export interface RuntimeLogOptions {
  /** Builds of a deployment that are not done. */
  readonly listRunningBuilds: (deploymentId: number) => Promise<readonly { readonly id: number }[]>;
  readonly engine: Pick<Engine, 'runtimes' | 'failing'>;
  readonly log: RuntimeLog;
}

type RuntimeLogNeeds = RuntimeLogOptions;

/** Makes the service of runtimes and their logs. */
export function createRuntimeLogService({ listRunningBuilds, engine, log }: RuntimeLogOptions) {
  return bindFirst({ listRunningBuilds, engine, log }, { listPods, readLogs });
}

/** Production first, then by name. @throws `invalid_cursor` */
async function listPods(
  { listRunningBuilds, engine }: Pick<RuntimeLogNeeds, 'listRunningBuilds' | 'engine'>,
  deployment: DeploymentRef,
  request: OperationTypes['pods']['query'],
): Promise<DeploymentPodsResponse> {
  const isOfDeployment = ({ deploymentId }: RuntimeTarget) => deploymentId === deployment.id;
  const running = engine.runtimes().filter(isOfDeployment);
  const pods = [
    ...running.map((runtime): DeploymentPod => ({
      name: podNameOf(runtime),
      type: typeOf(deployment, runtime),
      status: runtime.state === 'ready' ? 'Running' : 'Pending',
      ready: runtime.state === 'ready',
      restartCount: 0,
      containers: CONTAINERS,
    })),
    ...engine
      .failing()
      .filter(
        (failing) => isOfDeployment(failing) && !running.some(({ branch }) => branch === failing.branch),
      )
      .map((failing): DeploymentPod => ({
        name: podNameOf(failing),
        type: typeOf(deployment, failing),
        status: 'CrashLoopBackOff',
        ready: false,
        restartCount: failing.times,
        containers: CONTAINERS,
      })),
    ...(await listRunningBuilds(deployment.id)).map((build): DeploymentPod => ({
      name: buildPodName(build.id),
      type: 'build',
      status: 'Running',
      ready: false,
      restartCount: 0,
      containers: ['INIT'],
    })),
  ];
  const sorted = pods.toSorted(
    (one, other) =>
      Number(other.type === 'production') - Number(one.type === 'production') ||
      (one.name < other.name ? -1 : 1),
  );
  return pageOf(sorted, request, { list: 'pods', keyOf: ({ name }) => name });
}

/** The newest lines, or those behind a cursor, oldest first. @throws `invalid_cursor` */
function readLogs(
  { log }: Pick<RuntimeLogNeeds, 'log'>,
  deployment: DeploymentRef,
  query: OperationTypes['logs']['query'],
): DeploymentLogsResponse {
  const { first = limits.DEFAULT_PAGE_SIZE, after } = query;
  const lines = log.read(deployment.id).filter((entry) => isMeant(entry, typeOf(deployment, entry), query));
  const start = startOf(lines, first, after);
  const shown = lines.slice(start, start + first);
  const cursorOf = (entry: LogEntry | undefined) => (entry ? encodeCursor(entry, byNumber) : null);
  return {
    items: shown.map(({ pod, date, message }) => ({ pod, date, message })),
    pageInfo: {
      startCursor: cursorOf(shown[0]),
      // So that one who follows the log goes on from where it was.
      endCursor: cursorOf(shown.at(-1)) ?? after ?? null,
      hasNextPage: start + shown.length < lines.length,
      hasPreviousPage: start > 0,
    },
  };
}

function typeOf({ deployBranch }: DeploymentRef, { branch }: Pick<RuntimeTarget, 'branch'>) {
  return branch === deployBranch ? 'production' : 'dev';
}

function startOf(lines: readonly LogEntry[], first: number, after: string | undefined): number {
  if (after === undefined) return Math.max(0, lines.length - first);
  const last = decodeCursor(after, byNumber);
  const start = lines.findIndex(({ number }) => number > last);
  return start === -1 ? lines.length : start;
}

function isMeant(
  { pod, container }: LogEntry,
  type: 'production' | 'dev',
  query: OperationTypes['logs']['query'],
): boolean {
  const asked = query.container === 'MAIN' ? 'cubejs-server' : query.container;
  return (
    (query.source == null || query.source === type) &&
    (query.pod == null || query.pod === pod) &&
    (asked == null || asked === container)
  );
}
