import { createRootRoute, createRoute, redirect, type RouteComponent } from '@tanstack/react-router';

/** What stands around the pages: at the root of all, around those of a session, and around those of a deployment. */
interface FrameComponents {
  root: RouteComponent;
  shell: RouteComponent;
  deployment: RouteComponent;
}

/** The routes that pages stand in. */
export type Frames = ReturnType<typeof createFrames>;

/** Creates the routes around the pages, and that of the address `/`, which leads to the workspace. */
export function createFrames(components: FrameComponents) {
  const root = createRootRoute({ component: components.root });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: components.shell });
  const home = createRoute({
    getParentRoute: () => shell,
    path: '/',
    beforeLoad: () => {
      // The router takes a thrown redirect as its answer.
      // oxlint-disable-next-line typescript/only-throw-error
      throw redirect({ to: '/workspace', replace: true });
    },
  });
  const deployment = createRoute({
    getParentRoute: () => shell,
    id: 'deployment',
    component: components.deployment,
  });
  return { root, shell, home, deployment };
}
