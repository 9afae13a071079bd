import type { ChatUsage } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { ownerColumns, type ThreadOwner } from '../threads/thread-owner.ts';

/** What one person took in one day. */
export interface UsageRow extends Omit<ChatUsage, 'models'> {
  id: number;
  day: string;
  isToday: boolean;
  userId: number | null;
  embedUserId: number | null;
  ownerName: string;
}

/** Ids are given out day by day. */
export const newestUsageFirst = columnOrder<UsageRow>({
  list: 'usage of language models',
  alias: 'u',
  by: { id: 'integer' },
  direction: 'desc',
});

/** The SQL of what people take of models. */
export type UsageStore = ReturnType<typeof createUsageStore>;

/** Makes the store of usage. Days are of UTC, by the clock of the database. */
export function createUsageStore(db: Db) {
  return {
    async list(tenantId: number, { limit, after }: PageRange<CursorKey>): Promise<UsageRow[]> {
      const { rows } = await sql<UsageRow>`
        select u.id, u.day::text, u.day = (now() at time zone 'UTC')::date as is_today, u.user_id, u.embed_user_id,
          coalesce(p.email, e.email, e.external_id) as owner_name, u.llm_calls, u.input_tokens, u.output_tokens,
          u.cache_write_tokens, u.cache_read_tokens,
          u.input_tokens + u.output_tokens + u.cache_write_tokens + u.cache_read_tokens as total_tokens
        from chat_usage u left join users p on p.id = u.user_id left join embed_users e on e.id = u.embed_user_id
        where u.tenant_id = ${tenantId} and ${newestUsageFirst.isBehind(after)}
        order by ${newestUsageFirst.orderBy} limit ${limit}`.execute(db);
      return rows;
    },
    async add(tenantId: number, owner: ThreadOwner, usage: ChatUsage): Promise<void> {
      const { userId, embedUserId } = ownerColumns(owner);
      const { llmCalls, inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens } = usage;
      await sql`
        insert into chat_usage as u
          (tenant_id, user_id, embed_user_id, day, llm_calls, input_tokens, output_tokens, cache_write_tokens, cache_read_tokens)
        values (${tenantId}, ${userId}::integer, ${embedUserId}::integer, (now() at time zone 'UTC')::date, ${llmCalls},
          ${inputTokens}, ${outputTokens}, ${cacheWriteTokens}, ${cacheReadTokens})
        on conflict (tenant_id, user_id, embed_user_id, day) do update set
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
            select input_tokens + output_tokens + cache_write_tokens + cache_read_tokens from chat_usage
            where tenant_id = ${tenantId} and user_id is not distinct from ${userId}::integer
              and embed_user_id is not distinct from ${embedUserId}::integer and day = (now() at time zone 'UTC')::date
          ), 0) as tokens,
          ceil(extract(epoch from date_trunc('day', now() at time zone 'UTC') + interval '1 day' - now() at time zone 'UTC'))::integer
            as seconds_left`.execute(db);
      return rows[0] ?? { tokens: 0, secondsLeft: 0 };
    },
  };
}
