import { hashPassword } from '../identity/sign-in/password-hash.ts';
import { commenterHeaders, makeComment } from '../test/comment-fixtures.ts';
import type { CostlyOperations } from './operations.ts';
import type { CostWorld } from './cost-world.ts';

const query = { measures: ['sales.total'], dimensions: ['sales.region'] };
const loadPath = ({ deploymentId }: CostWorld) => `/deployments/${deploymentId}/cubejs-api/v1/load`;

let viewers = 0;
/** Ids of one length, so that rows have one size. */
const newViewer = () => `viewer-${String((viewers += 1)).padStart(6, '0')}`;

async function openDashboard(world: CostWorld, publicId: string, externalId: string): Promise<unknown> {
  const session = await world.ask({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    body: { deploymentId: world.deploymentId, externalId, embedTenantName: 'customer' },
  });
  const exchanged = await world.ask({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: session.json(),
  });
  const { token } = exchanged.json() as { token: string };
  const headers = { authorization: `Embed-Token ${token}` };
  await world.ask({ method: 'GET', path: `/api/v1/embed/dashboard/${publicId}`, key: '', headers });
  return world.ask({
    method: 'POST',
    path: `${loadPath(world)}-batch`,
    key: '',
    headers,
    body: { queries: [{ id: 'one', query }] },
  });
}

/** What opens dashboards in other products, and asks for data. */
export const embedCosts: CostlyOperations = {
  async 'embed.open.known-viewer'(world) {
    const { publicId } = await world.publishDashboard();
    return () => openDashboard(world, publicId, 'regular');
  },
  async 'embed.open.new-viewer'(world) {
    const { publicId } = await world.publishDashboard();
    return () => openDashboard(world, publicId, newViewer());
  },
  async 'dashboard.publish'(world) {
    const { id } = await world.deploymentCall('POST', '/workbooks', { body: { name: 'To be published' } });
    return () =>
      world.deploymentCall('POST', `/workbooks/${id}/publish`, {
        body: { workbookId: id, config: { widgets: [] } },
      });
  },
  async 'dashboard.get.user'(world) {
    const { publicId } = await world.publishDashboard();
    return () => world.ask({ method: 'GET', path: `/api/v1/embed/dashboard/${publicId}` });
  },
  async 'dashboard.comment'(world) {
    const { publicId } = await makeComment(world, 'More than last year');
    const headers = await commenterHeaders(world);
    const path = `/api/v1/embed/dashboard/${publicId}/comments`;
    return () =>
      world.ask({ method: 'POST', path, key: '', headers, body: { body: 'Fewer than last year' } });
  },
  'query.load.cached': async (world) => () =>
    world.ask({ method: 'POST', path: loadPath(world), body: { query } }),
  async 'query.load.cold'(world) {
    let limit = 100;
    return () =>
      world.ask({
        method: 'POST',
        path: loadPath(world),
        body: { query: { ...query, limit: (limit += 1) } },
      });
  },
};

/** What is asked about accounts. */
export const accountCosts: CostlyOperations = {
  'account.authenticate': async (world) => () => world.ask({ method: 'GET', path: '/api/v1/users/me' }),
  async 'account.sign-in'(world) {
    const email = 'ada@example.com';
    await world.database.pool.query(
      `insert into users (tenant_id, email, username, role, password_hash) values ($1, $2, $2, 'Explorer', $3)`,
      [world.tenantId, email, hashPassword('a long password of hers')],
    );
    return () =>
      world.ask({
        method: 'POST',
        path: '/api/v1/sign-in',
        key: '',
        body: { email, password: 'a long password of hers' },
      });
  },
  async 'reports.share.user'(world) {
    const [id] = await world.insertReports(1);
    const levels = ['read', 'edit'];
    let turn = 0;
    return () =>
      world.deploymentCall('PUT', `/reports/${id}/access`, {
        key: world.person.key,
        body: {
          entries: [{ subjectType: 'USER', subjectId: world.adminId, level: levels[(turn += 1) % 2] }],
        },
      });
  },
};

const SCIM = { 'content-type': 'application/scim+json' };
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const createUser = (world: CostWorld) => {
  const userName = `${newViewer()}@example.com`;
  return world.ask({
    method: 'POST',
    path: '/api/scim/v2/Users',
    headers: SCIM,
    body: { schemas: [userSchema], userName, externalId: userName, active: true },
  });
};

/** Provisioning. */
export const scimCosts: CostlyOperations = {
  'scim.create': async (world) => () => createUser(world),
  'scim.list': async (world) => () => world.ask({ method: 'GET', path: '/api/scim/v2/Users?count=10' }),
  async 'scim.patch'(world) {
    const { id } = (await createUser(world)).json() as { id: string };
    let turn = 0;
    return () =>
      world.ask({
        method: 'PATCH',
        path: `/api/scim/v2/Users/${id}`,
        headers: SCIM,
        body: {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', path: 'displayName', value: `Ada ${(turn += 1) % 10}` }],
        },
      });
  },
};
