import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { DeploymentRoom } from './shell/deployment-room.tsx';
import { NotFound } from './shell/not-found.tsx';
import { RoomError } from './shell/room-error.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { readWorkspaceSearch } from './workspace/workspace-search.ts';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Every room of the console, each loaded when it is first entered. */
export function createConsoleRouter() {
  const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
  const signIn = createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    component: SignInPage,
    validateSearch: (search: Record<string, unknown>): { from?: string | undefined } => ({
      from: text(search['from']),
    }),
  });
  const shell = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });
  const home = createRoute({
    getParentRoute: () => shell,
    path: '/',
    beforeLoad: () => {
      // The router takes a thrown redirect as its answer.
      // oxlint-disable-next-line typescript/only-throw-error
      throw redirect({ to: '/workspace' });
    },
  });
  const inDeployment = createRoute({
    getParentRoute: () => shell,
    id: 'deployment',
    component: DeploymentRoom,
  });
  const workspacePage = lazyRouteComponent(() => import('./workspace/workspace-page.tsx'), 'WorkspacePage');
  const workspace = createRoute({
    getParentRoute: () => inDeployment,
    path: '/workspace',
    component: workspacePage,
    validateSearch: readWorkspaceSearch,
  });
  const folder = createRoute({
    getParentRoute: () => inDeployment,
    path: '/workspace/folders/$folderId',
    component: workspacePage,
    validateSearch: readWorkspaceSearch,
  });
  const report = createRoute({
    getParentRoute: () => inDeployment,
    path: '/reports/$reportId',
    component: lazyRouteComponent(() => import('./reports/report-page.tsx'), 'ReportPage'),
  });
  const dashboard = createRoute({
    getParentRoute: () => inDeployment,
    path: '/dashboards/$workbookId',
    component: lazyRouteComponent(() => import('./dashboards/dashboard-page.tsx'), 'DashboardPage'),
  });
  const apiKeys = createRoute({
    getParentRoute: () => shell,
    path: '/settings/api-keys',
    component: lazyRouteComponent(() => import('./api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  });
  const routeTree = rootRoute.addChildren([
    signIn,
    shell.addChildren([home, inDeployment.addChildren([workspace, folder, report, dashboard]), apiKeys]),
  ]);
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultErrorComponent: RoomError,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
