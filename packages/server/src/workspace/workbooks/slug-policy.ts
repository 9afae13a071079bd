import { refuse } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import type { WorkbookStore } from './workbook-store.ts';

/** A slug as it is kept and looked up: trimmed, in lower case; null for none. */
export function toSlug(text: string | null | undefined): string | null {
  return text?.trim().toLowerCase() || null;
}

/**
 * Sees to it that no other workbook has a slug, in the transaction that gives it away. Taking it over needs the right to
 * edit the one that has it, and the refusal says the same whether the caller sees that one or not: a slug must not lead
 * to what is hidden.
 *
 * @throws `slug_taken` without takeover, `forbidden` with it
 */
export async function freeSlug(
  store: WorkbookStore,
  scope: WorkspaceScope,
  { workbookId, slug, takeover }: { workbookId: number; slug: string; takeover: boolean },
): Promise<void> {
  const holder = await store.holdForSlug(scope, { slug, workbookId });
  if (!holder || holder.id === workbookId) return;
  if (!takeover) throw refuse('slug_taken', { slug });
  if (holder.level < accessLevels.edit)
    throw refuse('forbidden', {
      reason: `The slug ${JSON.stringify(slug)} is of a workbook that you may not edit; choose another`,
    });
  await store.update(scope.deploymentId, holder.id, { slug: null });
}
