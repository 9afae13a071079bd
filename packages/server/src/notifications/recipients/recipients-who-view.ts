import { limits, Refusal } from '@oriel/contract';
import type { EmbedDashboardService } from '../../embedding/embed-dashboards/embed-dashboard-service.ts';
import type { SubjectPrincipals } from '../../embedding/subjects/subject-principals.ts';
import type { RenderingScope } from '../../embedding/subjects/viewer-principal.ts';
import type { Subject } from '../../db/values/stored-renderings.ts';
import type { RecipientRow } from './recipient-store.ts';

/** What the rights of recipients are found with. */
export interface RecipientRights {
  readonly subjects: SubjectPrincipals;
  readonly embedDashboards: Pick<EmbedDashboardService, 'check'>;
}

/** A recipient as it is answered. */
type RecipientWithRights = RecipientRow & { readonly canView: boolean | null };

/**
 * Recipients with whether the dashboard opens for them now, which a run asks again for each. It takes some statements
 * each, so of the first `MAX_RECIPIENT_RIGHTS` alone; for the others it is null.
 */
export async function withRights(
  rows: readonly RecipientRow[],
  place: RenderingScope & { readonly publicId: string },
  rights: RecipientRights,
): Promise<RecipientWithRights[]> {
  const answers: RecipientWithRights[] = [];
  // One after the other: a page of them shall not take all connections of the database.
  for (const [index, row] of rows.entries()) {
    const isAsked = index < limits.MAX_RECIPIENT_RIGHTS;
    answers.push({ ...row, canView: isAsked ? await canView(row, place, rights) : null });
  }
  return answers;
}

async function canView(
  { userId, embedUserId, overrides }: RecipientRow,
  place: RenderingScope & { readonly publicId: string },
  { subjects, embedDashboards }: RecipientRights,
): Promise<boolean> {
  const subject: Subject | undefined =
    userId !== null
      ? { type: 'USER', userId }
      : embedUserId !== null
        ? { type: 'EMBED_USER', embedUserId, overrides }
        : undefined;
  try {
    const viewer = subject && (await subjects.find(place, subject, { needsPolicyContext: false }));
    if (!viewer) return false;
    await embedDashboards.check(viewer, place);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return false;
    throw error;
  }
}
