import { Agent, request } from 'node:http';

const PAUSE_MS = 20;

/**
 * Asks `/healthz` of a server again and again over a connection of its own, as a load balancer would.
 *
 * @returns what ends it, and gives the longest that an answer took, in milliseconds
 */
export function watchHealth(url: string): { longest(): Promise<number> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const state = { isOver: false, longestMs: 0 };
  const watching = (async () => {
    while (!state.isOver) {
      state.longestMs = Math.max(state.longestMs, await askHealth(agent, url));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  return {
    async longest() {
      state.isOver = true;
      await watching;
      agent.destroy();
      return state.longestMs;
    },
  };
}

function askHealth(agent: Agent, url: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(new URL('/healthz', url), { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(performance.now() - started));
    });
    call.once('error', reject);
    call.end();
  });
}
