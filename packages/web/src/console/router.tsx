import { createRoute, createRouter, Outlet, type AnyRoute } from '@tanstack/react-router';
import { ConnectionBanner } from './connection/connection-banner.tsx';
import { DeploymentLayout } from './deployment-layout.tsx';
import { searchText } from './elements/search-text.ts';
import { LoadingState } from './elements/states.tsx';
import { createEveryRoute, everyLink } from './every-page.ts';
import { createFrames } from './pages/frames.ts';
import { createRooms } from './rooms.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageError } from './shell/page-error.tsx';
import { Shell } from './shell/shell.tsx';

function Root() {
  return (
    <>
      <Outlet />
      <ConnectionBanner />
    </>
  );
}

const ConsoleShell = () => <Shell links={everyLink} />;

/**
 * The routes of the console. Features say theirs in `FEATURE-pages.ts`; the code of each page is loaded on first use.
 */
export function createConsoleRouter() {
  const frames = createFrames({ root: Root, shell: ConsoleShell, deployment: DeploymentLayout });
  const { root, shell, home, deployment } = frames;
  const routes = createEveryRoute(frames);
  const anythingElse = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });
  const routeTree = root.addChildren([
    ...childrenOf(root, routes),
    shell.addChildren([
      home,
      deployment.addChildren([...createRooms(frames), ...childrenOf(deployment, routes)]),
      ...childrenOf(shell, routes),
      anythingElse,
    ]),
  ]);
  return createRouter({
    ...searchText,
    routeTree,
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: LoadingState,
    scrollRestoration: true,
  });
}

type ChildOf<Parent, Route> = Route extends { types: { parentRoute: Parent } } ? Route : never;

/** Those of the routes that stand in a frame. */
function childrenOf<Parent extends AnyRoute, Route extends AnyRoute>(
  parent: Parent,
  routes: readonly Route[],
) {
  return routes.filter(
    (route): route is ChildOf<Parent, Route> => route.options.getParentRoute?.() === parent,
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
