import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';

/** An agent with its space and its deployment. */
export interface AgentRow {
  id: number;
  deploymentId: number;
  name: string;
  title: string | null;
  description: string | null;
  isAutomatic: boolean;
  createdAt: string;
  spaceId: number | null;
  spaceName: string | null;
}

/** Agents that a caller may use: by their ids and those of their spaces, of which null is every one. */
export interface AgentReach {
  readonly agentIds: readonly string[] | null;
  readonly spaceIds: readonly string[] | null;
}

/** Whether an agent `a` is in reach. Every space is that of agents that have one. */
const isInReach = ({ agentIds, spaceIds }: AgentReach) =>
  agentIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(a.id::text = any(${[...agentIds]}::text[]) or ${
        spaceIds === null
          ? sql`a.space_id is not null`
          : sql`a.space_id::text = any(${[...spaceIds]}::text[])`
      })`;

/** Where an agent is found by its id alone. */
export interface AgentPlace {
  readonly id: number;
  readonly deploymentId: number;
  readonly deploymentName: string;
  readonly deployBranch: string;
}

/** The automatic one has the lowest id of its deployment. */
export const firstFoundFirst = columnOrder<AgentRow>({ list: 'agents', alias: 'a', by: { id: 'integer' } });

const selected = sql`a.id, a.deployment_id, a.name, a.title, a.description, a.is_automatic, a.created_at,
  s.id as space_id, s.name as space_name`;

/** The SQL of agents. */
export type AgentStore = ReturnType<typeof createAgentStore>;

/** Makes the store of agents. */
export function createAgentStore(db: Db) {
  return {
    async list(
      deploymentId: number,
      reach: AgentReach,
      { limit, after }: PageRange<CursorKey>,
    ): Promise<AgentRow[]> {
      const { rows } = await sql<AgentRow>`
        select ${selected} from agents a left join agent_spaces s on s.id = a.space_id
        where a.deployment_id = ${deploymentId} and a.removed_at is null and ${isInReach(reach)} and ${firstFoundFirst.isBehind(after)}
        order by ${firstFoundFirst.orderBy} limit ${limit}`.execute(db);
      return rows;
    },
    async listAll(deploymentId: number, reach: AgentReach): Promise<AgentRow[]> {
      const { rows } = await sql<AgentRow>`
        select ${selected} from agents a left join agent_spaces s on s.id = a.space_id
        where a.deployment_id = ${deploymentId} and a.removed_at is null and ${isInReach(reach)} order by a.id`.execute(
        db,
      );
      return rows;
    },
    async find(deploymentId: number, id: number): Promise<AgentRow | undefined> {
      const { rows } = await sql<AgentRow>`
        select ${selected} from agents a left join agent_spaces s on s.id = a.space_id
        where a.deployment_id = ${deploymentId} and a.id = ${id} and a.removed_at is null`.execute(db);
      return rows[0];
    },
    async findAutomatic(deploymentId: number): Promise<AgentRow | undefined> {
      const { rows } = await sql<AgentRow>`
        select ${selected} from agents a left join agent_spaces s on s.id = a.space_id
        where a.deployment_id = ${deploymentId} and a.is_automatic`.execute(db);
      return rows[0];
    },
    /** The deployment of an agent. */
    async findPlace(tenantId: number, id: number): Promise<AgentPlace | undefined> {
      if (!isStorableId(id)) return undefined;
      const { rows } = await sql<AgentPlace>`
        select a.id, d.id as deployment_id, d.name as deployment_name, d.deploy_branch
        from agents a join deployments d on d.id = a.deployment_id
        where d.tenant_id = ${tenantId} and a.id = ${id} and a.removed_at is null`.execute(db);
      return rows[0];
    },
  };
}
