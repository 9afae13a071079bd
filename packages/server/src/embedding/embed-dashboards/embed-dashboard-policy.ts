import { refuse, type Dashboard } from '@oriel/contract';
import type { GrantSubjectType } from '../../access/subjects.ts';

/**
 * Checks that a viewer of an embed session may see a dashboard. What is shared with the viewer's tenant alone shows
 * only where signed embedding is allowed on it, or in creator mode.
 *
 * @throws `dashboard_not_found` where it is not shared with the viewer, `embedding_not_allowed`
 */
export function checkShownToViewer(
  { publicId, allowEmbed }: Pick<Dashboard, 'publicId' | 'allowEmbed'>,
  { creatorMode, audiences }: { creatorMode: boolean; audiences: readonly GrantSubjectType[] },
): void {
  if (audiences.length === 0) throw refuse('dashboard_not_found', { publicId });
  if (!allowEmbed && !creatorMode && !audiences.includes('ALL_EMBED_USERS'))
    throw refuse('embedding_not_allowed');
}
