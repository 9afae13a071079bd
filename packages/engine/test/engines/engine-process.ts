import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync, readFileSync } from 'node:fs';
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

/** A shell waits for the end of its input, which ends with the process that holds the other end. */
const UNTIL_END_OF_INPUT = '"$@" < /dev/null & server=$!; read -r _; kill -9 $server; wait';

/** @throws with the last lines of its log when it ends, or is not ready after five minutes */
export async function startEngineProcess(options: EngineProcessOptions): Promise<EngineProcess> {
  const { command, args, cwd, isReady } = options;
  const logPath = `${cwd}/server.log`;
  const log = openSync(logPath, 'w');
  // A group of its own, so that Ctrl-C on a terminal does not reach it before the tests have ended.
  const shell = spawn('sh', ['-c', UNTIL_END_OF_INPUT, 'sh', command, ...args], {
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
