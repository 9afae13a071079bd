import type { RuntimeEvent, RuntimeInfo, RuntimeTarget } from '@oriel/engine';

/** What a runtime has written or what happened to it. */
export interface LogEntry {
  /** Grows with each entry, also over a restart of the server. */
  readonly number: number;
  readonly branch: string;
  readonly pod: string;
  /** `INIT` for what happens at a start, `cubejs-server` for all else. */
  readonly container: 'INIT' | 'cubejs-server';
  /** ISO 8601 in UTC. */
  readonly date: string;
  readonly message: string;
}

/** The lines of the runtimes of every deployment, as far as they are kept: in memory. */
export interface RuntimeLog {
  /** A runtime without a process is one that could not be started. */
  note(runtime: LoggedRuntime, event: RuntimeEvent): void;
  /** What happens to a build of a branch. */
  noteBuild(build: LoggedBuild, message: string): void;
  /** Oldest first. */
  read(deploymentId: number): readonly LogEntry[];
  /** Of a deployment that is gone. */
  forget(deploymentId: number): void;
}

/** The runtime of an entry. */
type LoggedRuntime = RuntimeTarget & Partial<Pick<RuntimeInfo, 'processId' | 'modelVersion'>>;

/** The build of an entry. */
interface LoggedBuild extends RuntimeTarget {
  readonly id: number;
}

/** How much is kept. */
interface RuntimeLogLimits {
  /** Of one deployment; default 2,000. */
  readonly maxLines?: number;
  /** Characters of one deployment; default 1 million. */
  readonly maxCharacters?: number;
  /** Default a day. */
  readonly maxAgeMs?: number;
  /** Deployments; the one that has been silent for longest gives way. Default 500. */
  readonly maxDeployments?: number;
  /** Milliseconds since 1970; default the clock of the machine. */
  now?(): number;
}

const MAX_MESSAGE_CHARACTERS = 2_000;
const DAY_MS = 24 * 3_600_000;
const NUMBERS_PER_MS = 1_000;

interface DeploymentLog {
  entries: LogEntry[];
  characters: number;
}

/** The lines of a log, and what bounds them. */
interface Lines {
  readonly limits: Required<RuntimeLogLimits>;
  /** In the order of the last line. */
  readonly logs: Map<number, DeploymentLog>;
  lastNumber: number;
}

/** Makes a log without lines. */
export function createRuntimeLog({
  maxLines = 2_000,
  maxCharacters = 1_000_000,
  maxAgeMs = DAY_MS,
  maxDeployments = 500,
  now = Date.now,
}: RuntimeLogLimits = {}): RuntimeLog {
  const limits = { maxLines, maxCharacters, maxAgeMs, maxDeployments, now };
  const lines: Lines = { limits, logs: new Map(), lastNumber: 0 };
  return {
    note(runtime, event) {
      const isStart = event.kind === 'started' || event.kind === 'changed';
      add(lines, runtime.deploymentId, {
        branch: runtime.branch,
        pod: podNameOf(runtime),
        container: isStart ? 'INIT' : 'cubejs-server',
        message: messageOf(runtime, event),
      });
    },
    noteBuild: ({ deploymentId, branch, id }, message) =>
      add(lines, deploymentId, { branch, pod: buildPodName(id), container: 'INIT', message }),
    read(deploymentId) {
      const log = lines.logs.get(deploymentId);
      if (!log) return [];
      trim(lines, log);
      return log.entries;
    },
    forget: (deploymentId) => void lines.logs.delete(deploymentId),
  };
}

function add(lines: Lines, deploymentId: number, entry: Omit<LogEntry, 'number' | 'date'>): void {
  const { limits, logs } = lines;
  const message = entry.message.slice(0, MAX_MESSAGE_CHARACTERS);
  lines.lastNumber = Math.max(lines.lastNumber + 1, limits.now() * NUMBERS_PER_MS);
  const log = logs.get(deploymentId) ?? { entries: [], characters: 0 };
  log.entries.push({
    ...entry,
    message,
    number: lines.lastNumber,
    date: new Date(limits.now()).toISOString(),
  });
  log.characters += message.length;
  trim(lines, log);
  logs.delete(deploymentId);
  logs.set(deploymentId, log);
  const [silent] = logs.keys();
  if (logs.size > limits.maxDeployments && silent !== undefined) logs.delete(silent);
}

/** Drops the oldest entries of a deployment, as far as they are too many or too old. */
function trim({ limits }: Pick<Lines, 'limits'>, log: DeploymentLog): void {
  const oldest = limits.now() - limits.maxAgeMs;
  let dropped = 0;
  for (const { date, message } of log.entries) {
    const isKept =
      log.entries.length - dropped <= limits.maxLines &&
      log.characters <= limits.maxCharacters &&
      Date.parse(date) >= oldest;
    if (isKept) break;
    dropped += 1;
    log.characters -= message.length;
  }
  if (dropped > 0) log.entries.splice(0, dropped);
}

/** Has the reasons noted for which a runtime could not be started. */
export function noteFaults<T>(
  log: RuntimeLog,
  resolve: (target: RuntimeTarget) => Promise<T>,
): (target: RuntimeTarget) => Promise<T> {
  return (target) =>
    resolve(target).catch((error: unknown) => {
      log.note(target, { kind: 'failure', message: error instanceof Error ? error.message : String(error) });
      throw error;
    });
}

/** The name of a runtime: its branch and its process. */
export function podNameOf({ branch, processId }: LoggedRuntime): string {
  return `${branch.replaceAll(/[^\w.-]+/g, '-')}-${processId ?? 'none'}`;
}

/** The name of a build among the runtimes. */
export function buildPodName(id: number): string {
  return `build-${id}`;
}

function messageOf({ modelVersion }: LoggedRuntime, event: RuntimeEvent): string {
  switch (event.kind) {
    case 'started':
      return `Starting to serve ${modelVersion}`;
    case 'changed':
      return `Serving ${modelVersion}`;
    case 'line':
      return event.line;
    case 'failure':
      return event.message;
    case 'refused':
      return `${event.question} was refused with ${event.status}: ${event.reason}`;
    case 'ended':
      return event.reason === undefined ? 'Ended' : `Ended: ${event.reason}`;
    default:
      return event satisfies never;
  }
}
