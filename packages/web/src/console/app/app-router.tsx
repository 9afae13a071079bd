import { createRoute, createRouter, Outlet, type RouterHistory } from '@tanstack/react-router';
import { ConnectionBanner } from '../connection/connection-banner.tsx';
import { createRooms } from '../rooms.tsx';
import { searchText } from '../elements/search-text.ts';
import { DeploymentLayout } from '../deployment-layout.tsx';
import { createFrames } from '../pages/frames.ts';
import { NotFound } from '../shell/not-found.tsx';
import { PageError } from '../shell/page-error.tsx';
import { LoadingState } from '../elements/states.tsx';
import { AppShell } from './app-shell.tsx';

function Root() {
  return (
    <>
      <Outlet />
      <ConnectionBanner />
    </>
  );
}

/**
 * The routes of the embedded application: the rooms that the console has as well, and nothing of the account.
 *
 * @param basepath where the application is, such as `/embed/d/42/app`
 */
export function createAppRouter(basepath: string, history: RouterHistory) {
  const frames = createFrames({ root: Root, shell: AppShell, deployment: DeploymentLayout });
  const { root, shell, home, deployment } = frames;
  const anythingElse = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });
  return createRouter({
    ...searchText,
    basepath,
    history,
    routeTree: root.addChildren([
      shell.addChildren([home, deployment.addChildren([...createRooms(frames)]), anythingElse]),
    ]),
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: LoadingState,
    scrollRestoration: true,
  });
}
