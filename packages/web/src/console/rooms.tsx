import { createRoute, notFound } from '@tanstack/react-router';
import { lazyPage } from './elements/lazy-page.ts';
import { readText } from './elements/search-text.ts';
import type { Frames } from './pages/frames.ts';
import { readWorkspaceSearch } from './workspace/api/workspace-search.ts';

/** Whether a report is edited; the server decides on who may. */
interface EditingSearch {
  edit?: true | undefined;
}

const readEditing = ({ edit }: Record<string, unknown>): EditingSearch => ({
  edit: edit === true || edit === 'true' ? true : undefined,
});

/** Ids are positive integers; any other address shows nothing. */
function checkId(id: string): void {
  if (!/^[1-9]\d{0,9}$/.test(id)) throw notFound();
}

/**
 * The rooms that the console and the embedded application have in common, at the same addresses below where each is: a
 * room that is added here is in both. The code of each page is loaded on first use.
 */
export function createRooms({ deployment }: Frames) {
  const workspacePage = lazyPage(() => import('./workspace/workspace-page.tsx'), 'WorkspacePage');
  const workspace = createRoute({
    getParentRoute: () => deployment,
    path: '/workspace',
    component: workspacePage,
    validateSearch: readWorkspaceSearch,
  });
  const folder = createRoute({
    getParentRoute: () => deployment,
    path: '/workspace/folders/$folderId',
    beforeLoad: ({ params }) => checkId(params.folderId),
    component: workspacePage,
    // From folder to folder the page stays, and with it the focus, however slow the browser is.
    pendingMs: Infinity,
    validateSearch: readWorkspaceSearch,
  });
  const workbook = createRoute({
    getParentRoute: () => deployment,
    path: '/workbook/$workbookId',
    beforeLoad: ({ params }) => checkId(params.workbookId),
    component: lazyPage(() => import('./workbooks/workbook-page.tsx'), 'WorkbookPage'),
    validateSearch: (search: Record<string, unknown>): EditingSearch & { tab?: string | undefined } => ({
      tab: readText(search['tab']),
      ...readEditing(search),
    }),
  });
  const report = createRoute({
    getParentRoute: () => deployment,
    path: '/reports/$reportId',
    beforeLoad: ({ params }) => checkId(params.reportId),
    component: lazyPage(() => import('./reports/report-page.tsx'), 'ReportPage'),
    validateSearch: readEditing,
  });
  const dashboard = createRoute({
    getParentRoute: () => deployment,
    path: '/dashboards/$workbookId',
    beforeLoad: ({ params }) => checkId(params.workbookId),
    component: lazyPage(() => import('./dashboards/dashboard-page.tsx'), 'DashboardPage'),
  });
  const dashboardLink = createRoute({
    getParentRoute: () => deployment,
    path: '/dashboard/$name',
    component: lazyPage(() => import('./dashboards/dashboard-link-page.tsx'), 'DashboardLinkPage'),
  });
  const chat = createRoute({
    getParentRoute: () => deployment,
    path: '/chat',
    component: lazyPage(() => import('./chat/chat-page.tsx'), 'ChatPage'),
    validateSearch: (search: Record<string, unknown>): { thread?: string | undefined } => ({
      thread: readText(search['thread']),
    }),
  });
  const trash = createRoute({
    getParentRoute: () => deployment,
    path: '/trash',
    component: lazyPage(() => import('./trash/trash-page.tsx'), 'TrashPage'),
  });
  return [workspace, folder, workbook, report, dashboard, dashboardLink, chat, trash] as const;
}
