import { createHash, randomUUID } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * Moves by hand, as a process of its own: `node moves-floor.ts CONNECTION`, the settings of the driver as JSON; the
 * port as a line on standard output. One prepared statement, which is one transaction, finds the caller by its key,
 * decides its access to the items and to the destination, moves, writes the audit log, notes where the items were, and
 * answers the rows with their owners and folders.
 */
const MOVE = `with caller as materialized (
    select u.id, u.role = 'Admin' as is_admin from by_hand.api_keys k join by_hand.users u on u.id = k.user_id
    where k.hash = $1 and coalesce(k.expires_at > now(), true)
  ), destination as materialized (
    select f.id, f.path from by_hand.folders f cross join caller
    where f.id = $4 and f.deployment_id = $2 and (caller.is_admin or f.user_id = caller.id or exists (
      select from by_hand.grants g where g.user_id = caller.id and g.level >= 2 and g.folder_id = any(f.path)))
  ), item as materialized (
    select r.id, r.folder_id from by_hand.reports r left join by_hand.folders f on f.id = r.folder_id cross join caller
    where r.id = any($3::integer[]) and r.deployment_id = $2 and (caller.is_admin or r.user_id = caller.id or exists (
      select from by_hand.grants g where g.user_id = caller.id and g.level = 3 and g.folder_id = any(f.path)))
  ), moved as (
    update by_hand.reports r set folder_id = destination.id, updated_at = now() from item, destination where r.id = item.id
    returning r.id, r.deployment_id, r.name, r.folder_id, r.user_id, r.created_at, r.updated_at, r.meta, item.folder_id as was
  ), told as (
    insert into by_hand.audit_entries (tenant_id, deployment_id, caller, action, resource, resource_id, before, after)
    select ($5::jsonb ->> 'tenantId')::integer, deployment_id, $5::jsonb, 'updated', 'report', id::text,
      jsonb_build_object('folder_id', was), jsonb_build_object('folder_id', folder_id) from moved
  ), noted as (
    insert into by_hand.bulk_moves (id, user_id, folder_id, items)
    select $6::uuid, (select id from caller), $4, jsonb_agg(jsonb_build_object('type', 'REPORT', 'id', id, 'from', was)) from moved
    having $6::uuid is not null
  )
  select 'REPORT' as type, moved.id, moved.deployment_id as "deploymentId", moved.name, moved.folder_id as "folderId",
    moved.user_id as "userId", moved.created_at as "createdAt", moved.updated_at as "updatedAt", moved.meta,
    json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'picture', u.picture) as "user", false as "isFavorite",
    true as "canEdit", true as "canManage",
    (select json_agg(json_build_object('id', a.id, 'name', a.name) order by cardinality(a.path))
     from by_hand.folders a where a.id = any((select path from destination)::integer[])) as "folderPath"
  from moved left join by_hand.users u on u.id = moved.user_id`;

interface Item {
  type: string;
  id: number;
}

// Handed over by the benchmark.
const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 16 });
const app = fastify();
type Params = { deploymentId: string };

async function move(
  { headers, params, id }: FastifyRequest,
  ids: readonly number[],
  folderId: number,
  undoId: string | null,
): Promise<{ id: number }[]> {
  const key = (headers.authorization ?? '').slice('Bearer '.length);
  const hash = createHash('sha256').update(key).digest();
  const caller = {
    tenantId: 1,
    kind: 'user',
    credential: 'api-key',
    userId: 1,
    operation: 'moveWorkspaceObject',
    requestId: id,
    address: '127.0.0.1',
  };
  const { deploymentId } = params as Params;
  const values = [hash, Number(deploymentId), ids, folderId, JSON.stringify(caller), undoId];
  return (await pool.query<{ id: number }>({ name: 'move', text: MOVE, values })).rows;
}

app.post<{ Body: Item & { folderId: number } }>(
  '/api/v1/deployments/:deploymentId/workspace/move',
  async (request, reply) => {
    const [moved] = await move(request, [request.body.id], request.body.folderId, null);
    return moved ?? reply.code(404).send();
  },
);
app.post<{ Body: { items: Item[]; folderId: number } }>(
  '/api/v1/deployments/:deploymentId/workspace/bulk-move',
  async (request) => {
    const { items, folderId } = request.body;
    const undoId = randomUUID();
    const ids = items.map((item) => item.id);
    const byId = new Map((await move(request, ids, folderId, undoId)).map((row) => [row.id, row]));
    const failed = items.filter((item) => !byId.has(item.id));
    return {
      moved: ids.flatMap((id) => byId.get(id) ?? []),
      failed: failed.map((item) => ({
        ...item,
        error: { status: 404, message: `There is no report ${item.id}` },
      })),
      undoId,
    };
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
// A listening TCP server has an address with a port.
console.log((app.server.address() as AddressInfo).port);
