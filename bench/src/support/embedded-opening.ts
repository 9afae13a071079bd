import { embedTenants, statesAttribute, workspace } from '@oriel/demo';
import { Agent, request } from 'node:http';
import type { OrielProcess } from './oriel-process.ts';

/** How long an opening has taken, in milliseconds. */
export interface Opened {
  /** Until the dashboard was there. */
  readonly dashboardMs: number;
  /** Until the rows of all charts were there, where they were asked for. */
  readonly chartsMs: number;
}

export interface OpeningOptions {
  /** Whether the rows of all charts are asked for, in one batch. Default false. */
  readonly withCharts?: boolean;
  /** The states that the viewer sees; default those of the demo's tenant. */
  readonly states?: readonly string[];
}

/** Opens the demo's dashboard as a viewer. */
export type Opening = (viewer: number, options?: OpeningOptions) => Promise<Opened>;

/**
 * Makes what opens the demo's dashboard over the API as a host and its page do: generate a session, exchange it for a
 * token, load the dashboard.
 *
 * @param connections how many are kept; requests beyond wait for one
 */
export async function createOpening(
  { client, url, apiKey }: OrielProcess,
  connections: number,
): Promise<Opening> {
  const [tenant, overview] = [embedTenants[0], workspace.workbooks[0]];
  const { items } = await client.call('getWorkbooks', { params: { deploymentId: 1 }, query: {} });
  const publicId = items.find(({ name }) => name === overview?.name)?.publishedDashboard?.publicId;
  if (!tenant || !overview || publicId === undefined) throw new Error('The demo has no overview');
  // As a page asks, which knows the zone of its viewer.
  const timezone = 'Europe/Berlin';
  const queries = overview.reports.map(({ name, query }) => ({ id: name, query: { ...query, timezone } }));
  const post = createPost(url, connections);
  return async (viewer, { withCharts = false, states = tenant.states } = {}) => {
    const started = performance.now();
    const session = await post('/api/v1/embed/generate-session', `Bearer ${apiKey}`, {
      deploymentId: 1,
      externalId: `viewer-${viewer}@example.com`,
      embedTenantName: tenant.name,
      userAttributes: [{ name: statesAttribute.name, value: [...states] }],
    });
    // What the operations answer with.
    const { token } = JSON.parse(
      await post('/api/v1/embed/session/token', undefined, JSON.parse(session) as object),
    ) as { token: string };
    const credential = `Embed-Token ${token}`;
    const dashboard = await post(`/api/v1/embed/dashboard/${publicId}`, credential);
    const dashboardMs = performance.now() - started;
    if (!dashboard.includes(publicId)) throw new Error(dashboard);
    if (withCharts) await post('/deployments/1/cubejs-api/v1/load-batch', credential, { queries });
    return { dashboardMs, chartsMs: performance.now() - started };
  };
}

/** Sends a body, or asks without one, over connections that are kept. */
function createPost(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return (path: string, authorization: string | undefined, body?: object): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(authorization !== undefined && { authorization }),
        ...(body && { 'content-type': 'application/json' }),
      };
      const method = body ? 'POST' : 'GET';
      const call = request(new URL(path, origin), { method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode === 200) resolve(text);
          else reject(new Error(`${path}: ${answer.statusCode} ${text}`));
        });
      });
      call.once('error', reject);
      call.end(body && JSON.stringify(body));
    });
}
