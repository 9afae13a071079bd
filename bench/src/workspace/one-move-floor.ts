import { createHash } from 'node:crypto';
import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * A single move by hand, as a process of its own: `node one-move-floor.ts CONNECTION`, the settings of the driver as JSON; the
 * port as a line on standard output. One prepared statement finds the caller by its key, decides its access to the item
 * and to the destination, moves, and answers the row with its owner and its folders.
 */
const MOVE = `with caller as materialized (
    select u.id, u.role = 'Admin' as is_admin from api_keys k join users u on u.id = k.user_id
    where k.hash = $1 and not u.is_deactivated and coalesce(k.expires_at > now(), true)
  ), destination as materialized (
    select f.id, f.path from folders f cross join caller
    where f.id = $4 and f.deployment_id = $2 and (caller.is_admin or f.user_id = caller.id)
  ), moved as (
    update reports r set folder_id = $4, updated_at = now() from caller, destination
    where r.id = $3 and r.deployment_id = $2 and (caller.is_admin or r.user_id = caller.id) returning r.*
  )
  select moved.*, u.email, u.first_name, u.picture,
    (select json_agg(json_build_object('id', a.id, 'name', a.name) order by cardinality(a.path))
     from folders a where a.id = any((select path from destination)::integer[])) as folder_path
  from moved left join users u on u.id = moved.user_id`;

interface Move {
  id: number;
  folderId: number;
}

// Handed over by the benchmark.
const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 16 });
const app = fastify();
app.post<{ Params: { deploymentId: string }; Body: Move }>(
  '/api/v1/deployments/:deploymentId/workspace/move',
  async ({ headers, params, body }, reply) => {
    const key = (headers.authorization ?? '').slice('Bearer '.length);
    const hash = createHash('sha256').update(key).digest();
    const values = [hash, Number(params.deploymentId), body.id, body.folderId];
    const { rows } = await pool.query<Record<string, unknown>>({ name: 'move', text: MOVE, values });
    return rows[0] ?? reply.code(404).send();
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
// A listening TCP server has an address with a port.
console.log((app.server.address() as AddressInfo).port);
