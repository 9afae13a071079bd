import {
  limits,
  refuse,
  type AgentMemoriesResponse,
  type AgentMemory,
  type CreateAgentMemoryInput,
  type MemoryMode,
} from '@oriel/contract';
import { may } from '../../access/may.ts';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { Db } from '../../db/database.ts';
import { ownerOf, type ThreadOwner } from '../threads/thread-owner.ts';
import { createMemoryStore, type MemoryRow, type RememberingAgent } from './memory-store.ts';

type Person = UserPrincipal | EmbedPrincipal;

/** An agent with what its configuration says of memories. */
export interface Remembering {
  readonly agent: RememberingAgent;
  readonly mode: MemoryMode;
}

/** Lists, makes and deletes memories. */
export type MemoryService = ReturnType<typeof createMemoryService>;

/** Makes the service of memories. */
export function createMemoryService(db: Db) {
  const store = createMemoryStore(db);

  /** What everybody has, then what the person has. */
  const listFor = async ({ agent, mode }: Remembering, owner: ThreadOwner): Promise<MemoryRow[]> => {
    if (mode === 'disabled') return [];
    const shared = mode === 'space' ? await store.list(agent, undefined) : [];
    return [...shared, ...(await store.list(agent, owner))].toSorted((a, b) => a.id - b.id);
  };

  return {
    listFor,
    async list(actor: Person, remembering: Remembering): Promise<AgentMemoriesResponse> {
      const rows = await listFor(remembering, ownerOf(actor));
      const maySchema = mayShare(actor, remembering.agent);
      return {
        items: rows.map((row) => toMemory(row, maySchema)),
        mayShare: maySchema && remembering.mode === 'space',
      };
    },
    /** @throws `agent_memory_off`, `agent_memories_full`, `forbidden` */
    async create(
      actor: Person,
      { agent, mode }: Remembering,
      { text, isShared = false }: CreateAgentMemoryInput,
    ): Promise<AgentMemory> {
      if (mode === 'disabled') throw refuse('agent_memory_off');
      if (isShared && mode !== 'space')
        throw refuse('forbidden', { reason: 'The agent has memory_mode user: it remembers for each person' });
      const maySchema = mayShare(actor, agent);
      if (isShared && !maySchema)
        throw refuse('forbidden', { reason: 'This needs the permission SchemaUpdate' });
      const owner = isShared ? undefined : ownerOf(actor);
      const trimmed = text.trim();
      return db.transaction().execute(async (tx) => {
        const own = createMemoryStore(tx);
        await own.lock(agent);
        const known = await own.find(agent, owner, trimmed);
        if (known) return toMemory(known, maySchema);
        if ((await own.count(agent, owner)) >= limits.MAX_MEMORIES)
          throw refuse('agent_memories_full', { max: limits.MAX_MEMORIES });
        return toMemory(await own.insert(agent, owner, trimmed), maySchema);
      });
    },
    /** Also where nothing is remembered any more. @throws `agent_memory_not_found` */
    async remove(actor: Person, { agent }: Pick<Remembering, 'agent'>, id: number): Promise<void> {
      const isRemoved =
        isStorableId(id) &&
        ((await store.remove(agent, ownerOf(actor), id)) ||
          (mayShare(actor, agent) && (await store.remove(agent, undefined, id))));
      if (!isRemoved) throw refuse('agent_memory_not_found', { id });
    },
  };
}

/** Those who may write a rule for everybody may let everybody's questions have a memory. */
function mayShare(actor: Person, { deploymentId }: RememberingAgent): boolean {
  return actor.kind === 'user' && may(actor, 'SchemaUpdate', { deploymentId });
}

function toMemory(row: MemoryRow, mayShared: boolean): AgentMemory {
  return { ...row, mayDelete: !row.isShared || mayShared };
}
