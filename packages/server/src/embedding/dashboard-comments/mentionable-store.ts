import type { EmbedMentionableUserDto } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { contains, hasText, toSearch } from '../../db/values/text-search.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import type { CommentScope } from './comment-store.ts';

export const mentionableByName = columnOrder<EmbedMentionableUserDto>({
  list: 'mentionable users',
  alias: 'u',
  by: { username: 'name', id: 'integer' },
});

/**
 * The condition of viewers that a text may find. A name is the one that the deployment keeps or, without it, the
 * viewer's own; no index has both in one. So that indexes find them, this one lets through who has the text in either.
 */
function isCandidate(search: string | null, deploymentId: number) {
  const text = search === null ? undefined : toSearch(search);
  if (text?.by !== 'pattern') return sql<boolean>`true`;
  return sql<boolean>`(${hasText([sql`e.email`, sql`e.external_id`, sql`e.display_name`], text)} or e.id = any(array(
    select d.embed_user_id from embed_user_deployments d
    where d.deployment_id = ${deploymentId} and ${hasText([sql`d.display_name`], text)})))`;
}

/** Makes the store of viewers who can be mentioned. */
export function createMentionableStore(db: Db) {
  return {
    async list(
      { embedTenantId, deploymentId }: CommentScope,
      search: string | null,
      { limit, after }: PageRange<CursorKey>,
    ): Promise<EmbedMentionableUserDto[]> {
      const { rows } = await sql<EmbedMentionableUserDto>`
        select u.id, u.username, u.email, u.first_name
        from (
          select e.id, coalesce(e.email, e.external_id) as username, e.email, e.external_id, coalesce(
            (select d.display_name from embed_user_deployments d where d.embed_user_id = e.id and d.deployment_id = ${deploymentId}),
            e.display_name) as first_name
          from embed_users e where e.embed_tenant_id = ${embedTenantId} and not e.is_ephemeral
            and ${isCandidate(search, deploymentId)}
        ) u where ${mentionableByName.isBehind(after)}
          and ${contains(search, [sql`u.email`, sql`u.external_id`, sql`u.first_name`])}
        order by ${mentionableByName.orderBy} limit ${limit}`.execute(db);
      return rows;
    },
    /** Those with one of some usernames, in any case. */
    async findByNames(
      { embedTenantId }: CommentScope,
      usernames: readonly string[],
    ): Promise<{ id: number; username: string }[]> {
      if (usernames.length === 0) return [];
      const { rows } = await sql<{ id: number; username: string }>`
        select u.id, coalesce(u.email, u.external_id) as username from embed_users u
        where u.embed_tenant_id = ${embedTenantId} and not u.is_ephemeral
          and lower(coalesce(u.email, u.external_id)) = any(
            array(select lower(given) from unnest(${[...usernames]}::text[]) as names(given))
          )
        order by u.id`.execute(db);
      return rows;
    },
  };
}
