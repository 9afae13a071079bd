import type { DashboardControls } from './dashboard-controls.ts';
import type { RenderingOverrides } from './rendering-overrides.ts';

/** The person with the rights under which something is rendered. */
export type Subject =
  | { readonly type: 'USER'; readonly userId: number }
  | { readonly type: 'EMBED_USER'; readonly embedUserId: number; readonly overrides: RenderingOverrides };

/** What an export was started with. */
export interface ExportRequest {
  readonly controls: DashboardControls;
  readonly subject: Subject;
}
