import { limits } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { AgentRow } from '../configuration/agent-store.ts';
import { ownerColumns, type ThreadOwner } from '../threads/thread-owner.ts';

/** A memory as it is stored. */
export interface MemoryRow {
  id: number;
  text: string;
  isShared: boolean;
  createdAt: string;
}

/** For whom something is remembered; undefined for everybody. */
type MemoryOwner = ThreadOwner | undefined;

/** The agent that remembers: those of a space have the same memories. */
export type RememberingAgent = Pick<AgentRow, 'id' | 'deploymentId' | 'spaceId'>;

const selected = sql`id, text, num_nonnulls(user_id, embed_user_id) = 0 as is_shared, created_at`;

const isOfAgent = ({ id, deploymentId, spaceId }: RememberingAgent) =>
  spaceId === null
    ? sql`deployment_id = ${deploymentId} and agent_id = ${id}`
    : sql`deployment_id = ${deploymentId} and space_id = ${spaceId}`;

const isOf = (owner: MemoryOwner) => {
  if (!owner) return sql`num_nonnulls(user_id, embed_user_id) = 0`;
  return 'userId' in owner ? sql`user_id = ${owner.userId}` : sql`embed_user_id = ${owner.embedUserId}`;
};

/** Makes the store of memories. */
export function createMemoryStore(db: Db) {
  return {
    /** The first of one owner, in the order in which they were made. */
    async list(agent: RememberingAgent, owner: MemoryOwner): Promise<MemoryRow[]> {
      const { rows } = await sql<MemoryRow>`
        select ${selected} from agent_memories where ${isOfAgent(agent)} and ${isOf(owner)}
        order by id limit ${limits.MAX_MEMORIES}`.execute(db);
      return rows;
    },
    async find(agent: RememberingAgent, owner: MemoryOwner, text: string): Promise<MemoryRow | undefined> {
      const { rows } = await sql<MemoryRow>`
        select ${selected} from agent_memories where ${isOfAgent(agent)} and ${isOf(owner)} and text = ${text}`.execute(
        db,
      );
      return rows[0];
    },
    async count(agent: RememberingAgent, owner: MemoryOwner): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from agent_memories where ${isOfAgent(agent)} and ${isOf(owner)}`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },
    /** Within a transaction: no other memory of the agent is made until it ends. */
    async lock({ id, spaceId }: RememberingAgent): Promise<void> {
      await sql`select id from ${
        spaceId === null ? sql`agents where id = ${id}` : sql`agent_spaces where id = ${spaceId}`
      } for no key update`.execute(db);
    },
    async insert(
      { id, deploymentId, spaceId }: RememberingAgent,
      owner: MemoryOwner,
      text: string,
    ): Promise<MemoryRow> {
      const { id: memoryId, createdAt } = await db
        .insertInto('agentMemories')
        .values({
          deploymentId,
          spaceId,
          agentId: spaceId === null ? id : null,
          ...(owner ? ownerColumns(owner) : { userId: null, embedUserId: null }),
          text,
        })
        .returning(['id', 'createdAt'])
        .executeTakeFirstOrThrow();
      return { id: memoryId, text, isShared: owner === undefined, createdAt };
    },
    /** @returns whether there was one */
    async remove(agent: RememberingAgent, owner: MemoryOwner, id: number): Promise<boolean> {
      const { rows } = await sql`
        delete from agent_memories where ${isOfAgent(agent)} and ${isOf(owner)} and id = ${id} returning id`.execute(
        db,
      );
      return rows.length > 0;
    },
  };
}
