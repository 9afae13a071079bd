import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A server that ends with the process that has started it, however that ends. */
export interface EngineProcess {
  /** Ends it at once, as a crash would, and waits until it has. */
  kill(): Promise<void>;
}

interface EngineProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** A folder; what the server writes goes into `server.log` there. */
  readonly cwd: string;
  isReady(): Promise<boolean>;
}

const READY_MS = 300_000;

/**
 * A shell waits for the end of its input, which ends with the process that holds the other end. Linux gives a group of
 * its own a share of the processors of its own: it is made that of the tests, which would wait for a minute otherwise
 * where they have the larger one and the machine is busy.
 */
const UNTIL_END_OF_INPUT =
  '{ echo "$0" > /proc/self/autogroup; } 2> /dev/null; ' +
  '"$@" < /dev/null & server=$!; read -r _; kill -9 $server; wait';

/** How nice the group of this process is, from -20 to 19; 0 on systems that have none. */
function niceOfGroup(): string {
  const file = '/proc/self/autogroup';
  return (existsSync(file) && / nice (-?\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) || '0';
}

/** @throws with the last lines of its log when it ends, or is not ready after five minutes */
export async function startEngineProcess(options: EngineProcessOptions): Promise<EngineProcess> {
  const { command, args, cwd, isReady } = options;
  const logPath = `${cwd}/server.log`;
  const log = openSync(logPath, 'w');
  // A group of its own, so that Ctrl-C on a terminal does not reach it before the tests have ended.
  const shell = spawn('sh', ['-c', UNTIL_END_OF_INPUT, niceOfGroup(), command, ...args], {
    cwd,
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  const ended = once(shell, 'close');
  const kill = async () => {
    shell.stdin?.end();
    await ended;
  };
  const until = performance.now() + READY_MS;
  while (!(await isReady().catch(() => false))) {
    if (shell.exitCode === null && performance.now() < until) {
      await setTimeout(100);
      continue;
    }
    await kill();
    throw new Error(`${command} does not start:\n${readFileSync(logPath, 'utf8').slice(-4_000)}`);
  }
  return { kill };
}

/** Ports of the loopback interface that nobody listens on. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => server.listening || once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
