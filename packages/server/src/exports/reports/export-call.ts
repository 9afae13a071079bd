import type { RuntimeTarget } from '@oriel/engine';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';

/** Who exports reports and dashboards. */
export type Viewer = UserPrincipal | EmbedPrincipal;

/** Who exports, from where, and what gives it up. */
export interface ExportCall {
  readonly viewer: Viewer;
  /** The deployment, with the branch that the viewer asks. */
  readonly target: RuntimeTarget;
  readonly signal: AbortSignal;
}
