import type { ChatUsage } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { ownerColumns, type ThreadOwner } from '../threads/thread-owner.ts';

/** Which entries are listed; each fits all that is given. */
interface UsageFilter {
  /** A part of the name of the person. */
  readonly search?: string | undefined;
  readonly agentId?: number | undefined;
  /** Days in UTC, the first and the last. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What one person took in one day, by one agent. */
export interface UsageRow extends Omit<ChatUsage, 'models'> {
  id: number;
  day: string;
  isToday: boolean;
  userId: number | null;
  embedUserId: number | null;
  ownerName: string;
  agentId: number | null;
  agentName: string | null;
  agentDeploymentId: number | null;
  dayTokens: number;
}

/** Ids are given out day by day. */
export const newestUsageFirst = columnOrder<UsageRow>({
  list: 'usage of language models',
  alias: 'u',
  by: { id: 'integer' },
  direction: 'desc',
});

/** An expression over `users p` and `embed_users e`. */
const ownerName = sql<string>`coalesce(p.email, e.email, e.external_id)`;

/** The tokens of an entry. */
const tokensOf = (entry: RawBuilder<unknown>) =>
  sql<number>`(${entry}.input_tokens + ${entry}.output_tokens + ${entry}.cache_write_tokens + ${entry}.cache_read_tokens)`;

function isWanted({ search, agentId, from, to }: UsageFilter): RawBuilder<unknown> {
  const conditions = [
    search !== undefined && sql`position(lower(${search}) in lower(${ownerName})) > 0`,
    agentId !== undefined && (isStorableId(agentId) ? sql`u.agent_id = ${agentId}` : sql`false`),
    from !== undefined && sql`u.day >= ${from}::date`,
    to !== undefined && sql`u.day <= ${to}::date`,
  ].filter((each) => each !== false);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The SQL of what people take of models. */
export type UsageStore = ReturnType<typeof createUsageStore>;

/** Makes the store of usage. Days are of UTC, by the clock of the database. */
export function createUsageStore(db: Db) {
  return {
    async list(
      tenantId: number,
      filter: UsageFilter,
      { limit, after }: PageRange<CursorKey>,
    ): Promise<UsageRow[]> {
      const { rows } = await sql<UsageRow>`
        select u.id, u.day::text, u.day = (now() at time zone 'UTC')::date as is_today, u.user_id, u.embed_user_id,
          ${ownerName} as owner_name, u.agent_id, a.name as agent_name, a.deployment_id as agent_deployment_id, u.llm_calls, u.input_tokens, u.output_tokens,
          u.cache_write_tokens, u.cache_read_tokens,
          ${tokensOf(sql`u`)} as total_tokens,
          -- Each way the unique index leads to the entries of the person.
          case when u.embed_user_id is null then (
            select sum(${tokensOf(sql`d`)}) from chat_usage d
            where d.tenant_id = u.tenant_id and d.user_id = u.user_id and d.embed_user_id is null and d.day = u.day
          ) else (
            select sum(${tokensOf(sql`d`)}) from chat_usage d
            where d.tenant_id = u.tenant_id and d.user_id is null and d.embed_user_id = u.embed_user_id and d.day = u.day
          ) end::bigint as day_tokens
        from chat_usage u left join users p on p.id = u.user_id left join embed_users e on e.id = u.embed_user_id
          left join agents a on a.id = u.agent_id
        where u.tenant_id = ${tenantId} and ${isWanted(filter)} and ${newestUsageFirst.isBehind(after)}
        order by ${newestUsageFirst.orderBy} limit ${limit}`.execute(db);
      return rows;
    },
    /** `agentId` is the agent that was asked; null for none. */
    async add(
      tenantId: number,
      { owner, agentId }: { owner: ThreadOwner; agentId: number | null },
      usage: ChatUsage,
    ): Promise<void> {
      const { userId, embedUserId } = ownerColumns(owner);
      const { llmCalls, inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens } = usage;
      await sql`
        insert into chat_usage as u
          (tenant_id, user_id, embed_user_id, agent_id, day, llm_calls, input_tokens, output_tokens, cache_write_tokens, cache_read_tokens)
        values (${tenantId}, ${userId}::integer, ${embedUserId}::integer, ${agentId}::integer, (now() at time zone 'UTC')::date, ${llmCalls},
          ${inputTokens}, ${outputTokens}, ${cacheWriteTokens}, ${cacheReadTokens})
        on conflict (tenant_id, user_id, embed_user_id, day, agent_id) do update set
          llm_calls = u.llm_calls + excluded.llm_calls, input_tokens = u.input_tokens + excluded.input_tokens,
          output_tokens = u.output_tokens + excluded.output_tokens,
          cache_write_tokens = u.cache_write_tokens + excluded.cache_write_tokens,
          cache_read_tokens = u.cache_read_tokens + excluded.cache_read_tokens`.execute(db);
    },
    /** Tokens of today, and the seconds until tomorrow. */
    async findToday(tenantId: number, owner: ThreadOwner): Promise<{ tokens: number; secondsLeft: number }> {
      const { userId, embedUserId } = ownerColumns(owner);
      const { rows } = await sql<{ tokens: number; secondsLeft: number }>`
        select coalesce((
            select sum(${tokensOf(sql`u`)})::bigint from chat_usage u
            where tenant_id = ${tenantId} and user_id is not distinct from ${userId}::integer
              and embed_user_id is not distinct from ${embedUserId}::integer and day = (now() at time zone 'UTC')::date
          ), 0) as tokens,
          ceil(extract(epoch from date_trunc('day', now() at time zone 'UTC') + interval '1 day' - now() at time zone 'UTC'))::integer
            as seconds_left`.execute(db);
      return rows[0] ?? { tokens: 0, secondsLeft: 0 };
    },
  };
}
