import type { ChatUsage } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { ownerColumns, type ThreadOwner } from '../threads/thread-owner.ts';

/** The SQL of what people take of models. */
export type UsageStore = ReturnType<typeof createUsageStore>;

/** Makes the store of usage. Days are of UTC, by the clock of the database. */
export function createUsageStore(db: Db) {
  return {
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
