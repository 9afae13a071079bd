import { embedTenants, statesAttribute, workspace } from '@oriel/demo';
import { Agent, request } from 'node:http';
import { compare, median, type Bench, type BenchResult } from '../support/bench.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';

const VIEWERS = 60;
const WARM_UP = 10;
/** Of the first time, beside the second. */
const RATIO_TARGET = 1.4;
const TARGET_MS = 1.5;
const [tenant] = embedTenants;

/**
 * The batch of a dashboard of twelve charts, in the cache of results, for viewers that differ in their names alone: the
 * first time that a viewer asks, beside the second. The token is known before; it was made, and has asked for metadata.
 */
export const newViewer: Bench = {
  id: 'new-viewer',
  title: 'Twelve cached charts for a viewer that was not seen before',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const samples: { oriel: number[]; floor: number[] } = { oriel: [], floor: [] };
      for (let viewer = -WARM_UP; viewer < VIEWERS; viewer += 1) {
        const ask = await createAsk(oriel, agent, `viewer-${viewer}`);
        const [first, second] = [await ask(), await ask()];
        if (viewer < 0) continue;
        samples.oriel.push(first);
        samples.floor.push(second);
      }
      const note = 'floor: the same viewer again';
      return [
        compare('new-viewer.twelve-charts', samples, { target: RATIO_TARGET, note }),
        {
          name: 'new-viewer.twelve-charts.time',
          unit: 'ms',
          oriel: median(samples.oriel),
          target: TARGET_MS,
          samples: { oriel: samples.oriel },
        },
      ];
    } finally {
      agent.destroy();
      await oriel.stop();
    }
  },
};

/** Makes what asks the batch for one viewer, and answers with the milliseconds until all of it was there. */
async function createAsk(
  { client, url }: OrielProcess,
  agent: Agent,
  externalId: string,
): Promise<() => Promise<number>> {
  const { sessionId } = await client.call('generateSession', {
    body: {
      deploymentId: 1,
      externalId,
      embedTenantName: tenant?.name ?? '',
      userAttributes: [{ name: statesAttribute.name, value: [...(tenant?.states ?? [])] }],
    },
  });
  const { token } = await client.call('postTokenBySessionId', { body: { sessionId } });
  const api = `${url}/deployments/1/cubejs-api/v1`;
  const headers = { authorization: `Embed-Token ${token}`, 'content-type': 'application/json' };
  await (await fetch(`${api}/meta`, { headers })).text();
  const [overview] = workspace.workbooks;
  const queries = (overview?.reports ?? []).map(({ name, query }) => ({ id: name, query }));
  const body = JSON.stringify({ queries });
  return async () => {
    const started = performance.now();
    const answer = await send(agent, `${api}/load-batch`, headers, body);
    const took = performance.now() - started;
    const lines = answer.trimEnd().split('\n');
    if (lines.length !== queries.length || lines.some((line) => !line.includes('"status":200')))
      throw new Error(`The batch was not answered:\n${answer.slice(0, 1_000)}`);
    return took;
  };
}

function send(agent: Agent, url: string, headers: Record<string, string>, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    call.once('error', reject);
    call.end(body);
  });
}
