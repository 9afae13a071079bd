import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What {@link startServerHost} asks its process for. */
export type HostOrder =
  | {
      readonly id: number;
      readonly kind: 'start';
      readonly args: string[];
      readonly env: Record<string, string>;
    }
  | { readonly id: number; readonly kind: 'stop' };

/** What the process answers. `printed` is what an installation would have written to its terminal. */
export type HostAnswer =
  | { readonly id: number; readonly kind: 'done' }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string }
  | { readonly id: number; readonly kind: 'printed'; readonly text: string };

/** A process that serves many installations. */
export interface ServerHost {
  readonly pid: number;
  /** Whether it has ended, which a fault of one installation can have caused. */
  readonly hasEnded: boolean;
  /**
   * Starts an installation, and resolves when it is ready.
   * @throws as the product's start does, and where the process ends
   */
  start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<HostedServer>;
  /** Ends it with everything that it serves. */
  close(): Promise<void>;
}

export interface HostedServer {
  /** Everything that it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

interface Order {
  output: string;
  settled: PromiseWithResolvers<void>;
}

const server = join(import.meta.dirname, '../../../packages/server');

/** Starts the process, with the options of Node.js that the product is started with. */
export function startServerHost(): ServerHost {
  const { nodeFlags, env } = JSON.parse(readFileSync(join(server, 'process-options.json'), 'utf8')) as {
    nodeFlags: string[];
    env: Record<string, string>;
  };
  const compiled = join(server, '../../node_modules/.cache/compiled');
  const child = fork(join(import.meta.dirname, 'server-host.ts'), {
    execArgv: nodeFlags,
    env: { NODE_COMPILE_CACHE: compiled, ...env, ...process.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const orders = new Map<number, Order>();
  child.on('message', (message: HostAnswer) => take(orders.get(message.id), message));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      for (const { settled } of orders.values())
        settled.reject(new Error(`The process of the servers ended: ${signal ?? code}`));
      resolve();
    });
  });
  let nextId = 1;
  const give = async (order: HostOrder, output = ''): Promise<Order> => {
    const given: Order = { output, settled: Promise.withResolvers<void>() };
    orders.set(order.id, given);
    child.send(order);
    await given.settled.promise;
    return given;
  };
  return {
    pid: child.pid ?? 0,
    get hasEnded() {
      return hasEnded(child);
    },
    async start(args, env) {
      const id = nextId++;
      const started = await give({ id, kind: 'start', args: [...args], env: { ...env } });
      return {
        output: () => started.output,
        stop: async () => {
          if (!hasEnded(child)) await give({ id, kind: 'stop' });
          orders.delete(id);
        },
      };
    },
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

function take(order: Order | undefined, message: HostAnswer): void {
  if (message.kind === 'done') order?.settled.resolve();
  else if (message.kind === 'failed') order?.settled.reject(new Error(message.message));
  else if (order) order.output += message.text;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
