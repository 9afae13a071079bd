import { SessionError } from './session.ts';
import type { SurfaceModule } from './surface.ts';

/** The workspace in a frame, which says for now that it is not there. */
export const appSurface: SurfaceModule<never> = {
  load: () => Promise.reject(new SessionError('notFound')),
  mount: () => undefined,
};
