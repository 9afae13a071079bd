import type { UserAlias } from '@oriel/contract';
import { sql } from 'kysely';

const isoTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What SAML providers call the user `u`, by the newest sign-in first. */
export const samlAliases = sql<UserAlias[]>`coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', i.id, 'userId', i.user_id, 'username', i.subject, 'source', 'saml',
      'createdAt', ${isoTime('i.created_at')}, 'updatedAt', ${isoTime('i.last_used_at')}
    ) order by i.last_used_at desc, i.id)
    from user_identities i join identity_providers p on p.id = i.provider_id
    where i.user_id = u.id and p.kind = 'SAML'
  ), '[]')`;
