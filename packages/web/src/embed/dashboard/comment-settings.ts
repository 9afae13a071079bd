import type { AppConfigResponse } from '@oriel/contract';
import type { SurfaceSession } from '../session/session.ts';

/** The comment that the address of a dashboard leads to; undefined for none, and for what is no id. */
export function linkedComment(address: URLSearchParams): number | undefined {
  const id = Number(address.get('commentId') ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/**
 * Whether a dashboard has comments beside it, as far as settings say: where the account has switched them on, for
 * viewers of embed tenants. The server decides who may.
 */
export function showsComments(
  { mode }: Pick<SurfaceSession, 'mode'>,
  account: Pick<AppConfigResponse, 'embedding'> | undefined,
): boolean {
  return mode === 'signed' && account?.embedding?.enableDashboardComments === true;
}
