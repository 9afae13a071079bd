import type { AppConfigResponse } from '@oriel/contract';
import type { SurfaceSession } from './session.ts';

/**
 * Whether a dashboard has comments beside it, as far as settings say: where the account has switched them on, for viewers of embed
 * tenants. The server decides who may.
 */
export function showsComments(
  { mode }: Pick<SurfaceSession, 'mode'>,
  account: Pick<AppConfigResponse, 'embedding'> | undefined,
): boolean {
  return mode === 'signed' && account?.embedding?.enableDashboardComments === true;
}
