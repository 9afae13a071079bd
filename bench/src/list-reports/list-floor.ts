import type { Database } from '@oriel/server';
import fastify, { type FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';

/** Reports on a page. */
export const PAGE = 50;

/** The caller by its key ($1). */
const BY_KEY = `caller as materialized (
  select u.id, u.role = 'Admin' as is_admin from api_keys k join users u on u.id = k.user_id
  where k.hash = $1 and not u.is_deactivated and coalesce(k.expires_at > now(), true)
)`;
const PAGE_OF = (folders: string, total: string) => `
  select page.*, u.email, u.first_name, u.picture, ${folders} as folders, ${total} as total
  from page left join users u on u.id = page.user_id order by page.updated_at desc, page.id desc`;
/** Of a deployment ($2), to an administrator; the folders of the page stand beside each row, found once. */
const WHOLE = `with ${BY_KEY}, page as materialized (
    select r.* from reports r where r.deployment_id = $2 and (select is_admin from caller)
    order by r.updated_at desc, r.id desc limit $3
  ) ${PAGE_OF(
    `(case when page.id = (select max(id) from page) then (
      select json_agg(json_build_array(a.id, a.name, a.parent_id)) from folders a where a.id = any(array(
        select unnest(f.path) from folders f where f.id = any(array(select folder_id from page))))) end)`,
    '(select total from report_counts where deployment_id = $2)',
  )}`;
/** Of one folder ($4): to an administrator, its owner, and a user with a right on it or above. */
const FOLDER = `with ${BY_KEY}, folder as materialized (
    select f.id, f.path from folders f cross join caller
    where f.id = $4 and f.deployment_id = $2 and (caller.is_admin or f.user_id = caller.id or exists (
      select from grants g where g.deployment_id = $2 and g.resource_type = 'FOLDER' and g.resource_id = any(f.path)
        and g.subject_type = 'USER' and g.subject_id = caller.id))
  ), page as (
    select r.* from reports r where r.folder_id = (select id from folder) order by r.updated_at desc, r.id desc limit $3
  ) ${PAGE_OF(
    `(select json_agg(json_build_object('id', a.id, 'name', a.name) order by cardinality(a.path))
      from folders a where a.id = any((select path from folder)::integer[]))`,
    '(select count(*) from reports r where r.folder_id = (select id from folder))',
  )}`;

/**
 * The least that a list takes: a handler with one prepared statement that finds the caller by its key, decides the
 * access and answers the page, its folders, its owners and the number of all. Each field is sent once.
 */
export function createListFloor({ pool }: Database, deploymentId: number): FastifyInstance {
  const app = fastify();
  const answer = async (authorization: string | undefined, name: string, text: string, more: unknown[]) => {
    const key = (authorization ?? '').slice('Bearer '.length);
    const hash = createHash('sha256').update(key).digest();
    const values = [hash, deploymentId, PAGE + 1, ...more];
    const { rows } = await pool.query<{ total: number }>({ name, text, values });
    return { items: rows.slice(0, PAGE), hasNextPage: rows.length > PAGE, count: rows[0]?.total ?? 0 };
  };
  app.get('/reports', ({ headers }) => answer(headers.authorization, 'whole', WHOLE, []));
  app.get<{ Params: { id: string } }>('/reports/:id', ({ headers, params }) =>
    answer(headers.authorization, 'folder', FOLDER, [Number(params.id)]),
  );
  return app;
}
