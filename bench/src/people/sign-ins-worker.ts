import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Where to sign in, and how often at once. */
export interface SignInStorm {
  readonly url: string;
  readonly count: number;
  /** Told apart from those of other storms. */
  readonly round: number;
}

/**
 * As a program of its own thread, so that the measuring thread does not wait for its own sign-ins: answers with the
 * statuses.
 */
async function storm({ url, count, round }: SignInStorm): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const statuses = await Promise.all(
    Array.from({ length: count }, (_, index) => signIn(agent, url, { round, index })),
  );
  agent.destroy();
  return statuses;
}

/** Everybody has an address and an account of their own: no limit but that of the queue holds them back. */
function signIn(
  agent: Agent,
  url: string,
  { round, index }: { round: number; index: number },
): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${round}.${index >> 8}.${index & 255}`,
    'x-forwarded-proto': 'https',
  };
  return new Promise((resolve, reject) => {
    const call = request(new URL('/api/v1/sign-in', url), { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    call.once('error', reject);
    call.end(JSON.stringify({ email: `person-${round}-${index}@example.com`, password: 'a guess' }));
  });
}

// Written by the benchmark that starts this thread.
parentPort?.postMessage(await storm(workerData as SignInStorm));
