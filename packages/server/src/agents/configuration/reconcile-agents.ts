import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { AgentConfiguration, AgentDefinition } from '../../agent-files/agent-configuration.ts';

/**
 * Brings the records of agents and spaces in line with a configuration: they are matched by name, those that it has no
 * longer are marked as removed, and come back with their threads where it has them again. The automatic agent stays.
 */
export async function reconcileAgents(
  db: Db,
  deploymentId: number,
  { agents, spaces }: AgentConfiguration,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // One server after the other.
    await sql`select from deployments where id = ${deploymentId} for no key update`.execute(tx);
    await sql`
      insert into agent_spaces (deployment_id, name)
      select ${deploymentId}, name from unnest(${[...spaces]}::text[]) as given(name)
      on conflict do nothing`.execute(tx);
    // Where the configuration says nothing of the automatic agent, nothing is left of what it has said before.
    await setAutomatic(tx, deploymentId, agents.find(({ name }) => name === undefined) ?? {});
    for (const agent of agents) if (agent.name !== undefined) await upsert(tx, deploymentId, agent);
    const names = agents.flatMap(({ name }) => name ?? []);
    await sql`
      update agents set removed_at = now()
      where deployment_id = ${deploymentId} and not is_automatic and removed_at is null
        and not (name = any(${names}::text[]))`.execute(tx);
  });
}

async function setAutomatic(
  tx: Db,
  deploymentId: number,
  { title, description }: Partial<Pick<AgentDefinition, 'title' | 'description'>>,
): Promise<void> {
  await sql`
    update agents set title = ${title ?? null}::text, description = ${description ?? null}::text
    where deployment_id = ${deploymentId} and is_automatic
      and (title, description) is distinct from (${title ?? null}::text, ${description ?? null}::text)`.execute(
    tx,
  );
}

async function upsert(
  tx: Db,
  deploymentId: number,
  { name, title, description, space }: AgentDefinition,
): Promise<void> {
  await sql`
    insert into agents as a (deployment_id, name, title, description, space_id)
    values (${deploymentId}, ${name}, ${title ?? null}::text, ${description ?? null}::text,
      (select id from agent_spaces where deployment_id = ${deploymentId} and name = ${space ?? null}::text))
    on conflict (deployment_id, name) do update set
      title = excluded.title, description = excluded.description, space_id = excluded.space_id, removed_at = null
    where (a.title, a.description, a.space_id, a.removed_at) is distinct from
      (excluded.title, excluded.description, excluded.space_id, null)`.execute(tx);
}
