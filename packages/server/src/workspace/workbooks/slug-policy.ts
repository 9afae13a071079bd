import { refuse } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { WithAccess, WorkbookRow } from '../items/workspace-rows.ts';

/** A slug as it is kept and looked up: trimmed, in lower case; null for none. */
export function toSlug(text: string | null | undefined): string | null {
  return text?.trim().toLowerCase() || null;
}

/**
 * Checks that a slug may be taken from the workbook that has it. That needs the right to edit it, and the refusal says
 * the same whether the caller sees it or not: a slug must not lead to what is hidden.
 *
 * @throws `slug_taken` without takeover, `forbidden` with it
 */
export function checkTakeover(holder: WithAccess<WorkbookRow>, slug: string, takeover: boolean): void {
  if (!takeover) throw refuse('slug_taken', { slug });
  if (holder.level < accessLevels.edit)
    throw refuse('forbidden', {
      reason: `The slug ${JSON.stringify(slug)} is of a workbook that you may not edit; choose another`,
    });
}
