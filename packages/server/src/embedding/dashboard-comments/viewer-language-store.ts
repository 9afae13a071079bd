import type { ShippedLocale } from '@oriel/contract/locale';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { CommentScope } from './comment-store.ts';

/** The SQL of the languages that viewers are shown dashboards in. */
export function createViewerLanguageStore(db: Db) {
  return {
    /** Notes the language of a viewer in a deployment; nothing is written where it is noted already. */
    async set(
      { viewerId, deploymentId }: Pick<CommentScope, 'viewerId' | 'deploymentId'>,
      locale: ShippedLocale,
    ): Promise<void> {
      await sql`
        update embed_user_deployments set locale = ${locale}
        where embed_user_id = ${viewerId} and deployment_id = ${deploymentId} and locale is distinct from ${locale}`.execute(
        db,
      );
    },
  };
}
