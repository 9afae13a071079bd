import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';

/** The owner of threads, and of what is counted: a user of the account, or a viewer of an embed tenant. */
export type ThreadOwner = { readonly userId: number } | { readonly embedUserId: number };

/** The owner that a caller is. A session that shows what a console user sees is that user's. */
export function ownerOf(principal: UserPrincipal | EmbedPrincipal): ThreadOwner {
  if (principal.kind === 'user') return { userId: principal.userId };
  const { viewer } = principal.claims;
  return principal.embedUserId === 0 && viewer?.userId !== undefined
    ? { userId: viewer.userId }
    : { embedUserId: principal.embedUserId };
}

/** The columns that name an owner. */
export const ownerColumns = (owner: ThreadOwner) =>
  'userId' in owner
    ? { userId: owner.userId, embedUserId: null }
    : { userId: null, embedUserId: owner.embedUserId };

/** Whether a row is of an owner. */
export function isOwnedBy(
  { userId, embedUserId }: { readonly userId: number | null; readonly embedUserId: number | null },
  owner: ThreadOwner,
): boolean {
  return 'userId' in owner ? userId === owner.userId : embedUserId === owner.embedUserId;
}
