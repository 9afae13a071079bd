import { sql, type RawBuilder } from 'kysely';

/** Whether a role of the account, by its alias, permits everything somewhere. */
export const permitsEverything = (role: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from jsonb_array_elements(${sql.ref(`${role}.policies`)}) as p (policy) where p.policy -> 'actions' ? 'All'
)`;
