import type { CurrentUser, Dashboard } from '@oriel/contract';
import type { ShippedLocale } from '@oriel/embed';
import { createContext, use } from 'react';
import type { DashboardStore } from '../../dashboard/store/dashboard-store.ts';
import type { ExportedFile } from '../../dashboard/store/export-file.ts';
import type { AskedQuestion } from '../../chat/store/chat-store.ts';

/**
 * Where the rooms of the console are shown, and so which areas and actions there are: the console itself has all of
 * them, the application in a frame those that its account, its session and its address leave. It decides on nothing but
 * what is shown; what is allowed the server decides.
 */
export interface ConsoleSurface {
  readonly kind: 'console' | 'app';
  /** The deployment that is shown; undefined where users choose one. */
  readonly deploymentId: number | undefined;
  /** The embed tenant that things are shared within; undefined for the whole account. */
  readonly embedTenant: string | undefined;
  /** Which viewer looks, where the session says so; undefined for users, whom the server is asked about. */
  readonly viewer: string | undefined;
  /** What the viewer may do where no role says so; undefined for users, whom the server is asked about. */
  readonly permissions: readonly CurrentUser['permissions'][number][] | undefined;
  /** The name of the workspace: undefined for the usual one, null for none. */
  readonly workspaceTitle: string | null | undefined;
  /** The language of its texts. */
  readonly locale: ShippedLocale;
  /** The zone of queries; undefined leaves it to the query API. */
  readonly timezone: string | undefined;
  /** The same for the charts of a dashboard, with a zone that its author may have named. */
  timezoneOf(dashboard: Pick<Dashboard, 'config'>): string | undefined;
  /** Whether there is what is named. */
  readonly shows: SurfaceParts;
  /** Calls the listener when everything is to be asked for anew. Returns the function that ends it. */
  onRefresh(listener: () => void): () => void;
  /** A page has a title by now: of the path, without the search. */
  onPage(path: string, title: string): void;
  /** A question was asked, or has ended. */
  onQuestion(question: AskedQuestion): void;
  /** A dashboard is shown, or none any more. */
  onDashboard(store: DashboardStore | undefined): void;
  /** What is chosen on the dashboard that is shown has changed. */
  onControls(state: string): void;
  /** The viewer has exported something. */
  onDownload(file: ExportedFile): void;
  /** Something went wrong that is said on the page. */
  onProblem(problem: { name: string; message: string; context: string }): void;
}

/** Parts of pages that a surface may lack. */
export interface SurfaceParts {
  readonly share: boolean;
  /** The query behind a report. */
  readonly query: boolean;
  /** The SQL that a source gets; the server asks for a right of its own besides. */
  readonly generatedSql: boolean;
  /** Whether members can be shown by their names in the model. */
  readonly memberNames: boolean;
  /** Whether members can be grouped by cube in place of the folders of a view. */
  readonly groupByCube: boolean;
  readonly dashboardHeader: boolean;
  readonly dashboardBackButton: boolean;
  readonly dashboardTitle: boolean;
  readonly dashboardEditButton: boolean;
  readonly dashboardDuplicateButton: boolean;
  readonly workbookBackButton: boolean;
  /** What the editor of dashboards sets of a dashboard as a whole. */
  readonly dashboardSettings: boolean;
  /** Whether texts by AI are added and changed; those that are there stay. */
  readonly aiWidgets: boolean;
  /** Whether what is shown may be downloaded; what account, session and dashboard say comes on top. */
  readonly export: boolean;
  /** Whether a whole dashboard has a menu for that. */
  readonly exportMenu: boolean;
  /** Whether agents are asked here; the server says of each viewer whether they may ask. */
  readonly chat: boolean;
}

/** The console itself. */
export const consoleSurface: ConsoleSurface = {
  kind: 'console',
  deploymentId: undefined,
  embedTenant: undefined,
  viewer: undefined,
  permissions: undefined,
  workspaceTitle: undefined,
  locale: 'en-US',
  timezone: undefined,
  timezoneOf: () => undefined,
  shows: {
    share: true,
    query: true,
    generatedSql: true,
    memberNames: true,
    groupByCube: true,
    dashboardHeader: true,
    dashboardBackButton: true,
    dashboardTitle: true,
    dashboardEditButton: true,
    dashboardDuplicateButton: true,
    workbookBackButton: true,
    dashboardSettings: true,
    aiWidgets: true,
    export: true,
    exportMenu: true,
    chat: true,
  },
  onRefresh: () => () => undefined,
  onPage: () => undefined,
  onQuestion: () => undefined,
  onDashboard: () => undefined,
  onControls: () => undefined,
  onDownload: () => undefined,
  onProblem: () => undefined,
};

export const SurfaceContext = createContext(consoleSurface);

/** The surface that a component is shown on. */
export function useSurface(): ConsoleSurface {
  return use(SurfaceContext);
}
