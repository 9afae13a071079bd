import { sql, type RawBuilder } from 'kysely';
import type { Author } from '../../access/principal.ts';
import type { Bindable } from '../../db/parameter.ts';
import { hidden } from '../../db/statements/prepared.ts';

/** A user, or a viewer of an embed session, who marks items; each has an id of its own kind. */
export interface Marker {
  readonly kind: Author['kind'];
  readonly id: Bindable<number>;
}

export function markerOf(author: Author): { kind: Author['kind']; id: number } {
  return { kind: author.kind, id: author.kind === 'user' ? author.userId : author.embedUserId };
}

/** The table of marks, and its column with the marker's id. */
export function tableOfMarks({ kind }: Marker): { table: string; column: string } {
  return kind === 'user'
    ? { table: 'workspace_favorites', column: 'user_id' }
    : { table: 'viewer_favorites', column: 'embed_user_id' };
}

/** The table of marks with the condition of one's own, for what selects or deletes. */
export function markedBy(marker: Marker): RawBuilder<unknown> {
  const { table, column } = tableOfMarks(marker);
  return sql`${sql.table(table)} where ${sql.ref(column)} = ${hidden(marker.id, 'integer')}`;
}

/** The items that a marker has marked: `resource_type`, `resource_id`. */
export function favoritesOf(marker: Marker): RawBuilder<unknown> {
  return sql`(select resource_type, resource_id from ${markedBy(marker)})`;
}
