import { engineError } from '../../errors/errors.ts';
import type { MySqlConnection } from './mysql-connection.ts';

/** A zone as the compiler names it beside UTC. */
const NAMED = /'\+00:00', '([^']+)'\)|, '([^']+)', '\+00:00'\)/g;

/**
 * Makes a check that the server knows the time zones of a statement: of one that it does not know every time would be
 * null. What it knows is asked for once.
 */
export function createZoneCheck(): (connection: MySqlConnection, sql: string) => Promise<void> {
  const known = new Set<string>();
  return async (connection, sql) => {
    if (!sql.includes('CONVERT_TZ')) return;
    const named = [...sql.matchAll(NAMED)].map(([, to, from]) => to ?? from ?? '');
    for (const zone of new Set(named).difference(known)) {
      if (!(await isKnown(connection, zone))) throw unknown(zone);
      known.add(zone);
    }
  };
}

function isKnown({ client, hold }: MySqlConnection, zone: string): Promise<boolean> {
  const answer = new Promise<boolean>((resolve, reject) =>
    client.execute("SELECT CONVERT_TZ('2000-01-01', '+00:00', ?) IS NOT NULL", [zone], (error, rows) =>
      error ? reject(error) : resolve(Array.isArray(rows) && Number(Object.values(rows[0] ?? {})[0]) === 1),
    ),
  );
  return hold(answer);
}

function unknown(zone: string) {
  const name = JSON.stringify(zone);
  return engineError('query.failed', {
    reason: `The database does not know the time zone ${name}. ${HOW_TO_LOAD}; queries in UTC need none`,
  });
}

const HOW_TO_LOAD =
  'Its administrator loads the zones by `mysql_tzinfo_to_sql /usr/share/zoneinfo | mysql -u root mysql`';
