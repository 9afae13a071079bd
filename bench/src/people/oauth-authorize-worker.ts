import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Requests of browsers that nobody has signed in with, all at once. */
export interface AuthorizeStorm {
  readonly url: string;
  readonly count: number;
}

// What this thread is started with.
const { url, count } = workerData as AuthorizeStorm;
const query = new URLSearchParams({
  response_type: 'code',
  client_id: 'oriel-cli',
  redirect_uri: 'http://127.0.0.1:4711/callback',
  scope: 'openid offline_access api:read',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'storm',
});
const agent = new Agent({ keepAlive: true });

const ask = () =>
  new Promise<number>((resolve, reject) => {
    const call = request(new URL(`/oauth/authorize?${query}`, url), { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    call.once('error', reject);
    call.end();
  });

const statuses = await Promise.all(Array.from({ length: count }, ask));
agent.destroy();
parentPort?.postMessage(statuses);
