import { createHash, createHmac, randomBytes } from 'node:crypto';
import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * Opening an embedded dashboard by hand, as a process of its own: `node open-embedded-floor.ts CONNECTION`, the
 * settings of the driver as JSON; the port as a line on standard output. One prepared statement for each of the three
 * requests, on the tables of Oriel: the key, the viewer and the session; the exchange; whether the viewer sees the
 * dashboard, the bytes of which are kept by its version. Nothing is validated, limited, cached or explained.
 */
const GENERATE = `with caller as materialized (
    select u.tenant_id from api_keys k join users u on u.id = k.user_id
    where k.hash = $1 and not u.is_deactivated and coalesce(k.expires_at > now(), true)
  ), tenant as materialized (
    select e.id, e.tenant_id from embed_tenants e join caller on caller.tenant_id = e.tenant_id where e.name = $2
  ), viewer as (
    insert into embed_users as u (tenant_id, embed_tenant_id, external_id) select tenant_id, id, $3 from tenant
    on conflict (embed_tenant_id, external_id) do update set last_login = now() returning u.id, u.tenant_id, u.embed_tenant_id
  )
  insert into embed_sessions (tenant_id, deployment_id, hash, claims, expires_at)
  select tenant_id, $4, $5, jsonb_build_object('viewer', id, 'embedTenantId', embed_tenant_id, 'deploymentId', $4::integer,
    'attributes', $6::jsonb), now() + interval '5 minutes' from viewer returning true`;

const EXCHANGE = `delete from embed_sessions s using embed_secrets t
  where s.hash = $1 and s.expires_at > now() and t.tenant_id = s.tenant_id
  returning s.claims, encode(t.encrypted_secret, 'hex') as secret`;

const HEAD = `select v.id from dashboards d join workbooks w on w.id = d.workbook_id left join folders f on f.id = w.folder_id
  join dashboard_versions v on v.dashboard_id = d.id
  where d.public_id = $1 and d.deployment_id = $2 and d.status = 'published'
    and v.version_number = (select max(version_number) from dashboard_versions where dashboard_id = d.id)
    and exists (
      select from grants g where g.deployment_id = $2 and g.level > 0
        and (g.subject_type = 'ALL_EMBED_USERS' or (g.subject_type = 'EMBED_TENANT' and g.subject_id = $3))
        and ((g.resource_type = 'WORKBOOK' and g.resource_id = w.id)
          or (g.resource_type = 'FOLDER' and g.resource_id = any(f.path)))
    )`;

const CONTENT = `select to_jsonb(v) || jsonb_build_object('publicId', $2::text) as content from dashboard_versions v where v.id = $1`;

interface Claims {
  embedTenantId: number;
  deploymentId: number;
}

// Handed over by the benchmark.
const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 16 });
const app = fastify();
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url');
let secret = '';
const pages = new Map<number, string>();

app.post<{
  Body: { deploymentId: number; externalId: string; embedTenantName: string; userAttributes: unknown };
}>('/api/v1/embed/generate-session', async ({ headers, body }, reply) => {
  const key = (headers.authorization ?? '').slice('Bearer '.length);
  const sessionId = randomBytes(16).toString('hex');
  const values = [
    sha256(key),
    body.embedTenantName,
    body.externalId,
    body.deploymentId,
    sha256(sessionId),
    JSON.stringify(body.userAttributes),
  ];
  const { rows } = await pool.query({ name: 'generate', text: GENERATE, values });
  return rows.length > 0 ? { sessionId } : reply.code(401).send();
});
app.post<{ Body: { sessionId: string } }>('/api/v1/embed/session/token', async ({ body }, reply) => {
  const values = [sha256(body.sessionId)];
  const { rows } = await pool.query<{ claims: Claims; secret: string }>({
    name: 'exchange',
    text: EXCHANGE,
    values,
  });
  const [row] = rows;
  if (!row) return reply.code(401).send();
  secret = row.secret;
  const text = Buffer.from(JSON.stringify(row.claims)).toString('base64url');
  return { token: `${text}.${sign(text, secret)}` };
});
app.get<{ Params: { publicId: string } }>(
  '/api/v1/embed/dashboard/:publicId',
  async ({ headers, params: { publicId } }, reply) => {
    const [text = '', signature] = (headers.authorization ?? '').slice('Embed-Token '.length).split('.');
    if (sign(text, secret) !== signature) return reply.code(401).send();
    // Signed by this process.
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
    const { rows } = await pool.query<{ id: number }>({
      name: 'head',
      text: HEAD,
      values: [publicId, claims.deploymentId, claims.embedTenantId],
    });
    const [head] = rows;
    if (!head) return reply.code(404).send();
    const page = pages.get(head.id) ?? (await readPage(head.id, publicId));
    pages.set(head.id, page);
    return reply.type('application/json; charset=utf-8').send(page);
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
// A listening TCP server has an address with a port.
console.log((app.server.address() as AddressInfo).port);

async function readPage(versionId: number, publicId: string): Promise<string> {
  const { rows } = await pool.query<{ content: object }>(CONTENT, [versionId, publicId]);
  return JSON.stringify(rows[0]?.content);
}
