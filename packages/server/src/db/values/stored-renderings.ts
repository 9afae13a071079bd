import type { ExportLayout, OpenTab, UserAttributeInput } from '@oriel/contract';
import type { DashboardControls } from '@oriel/dashboard/initial-controls';

/**
 * What holds for one rendering of a viewer of an embed tenant over what is stored of them. What is absent is as stored.
 */
export interface RenderingOverrides {
  /** Names of groups of the account, instead of all that the viewer has. */
  readonly groups?: readonly string[];
  /** Values of attributes by name; null is none. */
  readonly attributes?: Readonly<Record<string, Exclude<UserAttributeInput['value'], undefined>>>;
  /** Keys of the security context beside the reserved one. */
  readonly securityContext?: Readonly<Record<string, unknown>>;
}

/** The person with the rights under which something is rendered. */
export type Subject =
  | { readonly type: 'USER'; readonly userId: number }
  | { readonly type: 'EMBED_USER'; readonly embedUserId: number; readonly overrides: RenderingOverrides };

/** What an export was started with. */
export interface ExportRequest {
  readonly controls: DashboardControls;
  readonly subject: Subject;
  /** Absent of those that were started before there was a choice. */
  readonly layout?: ExportLayout | null | undefined;
  readonly openTabs?: readonly OpenTab[] | null | undefined;
}
