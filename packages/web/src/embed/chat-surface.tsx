import { SessionError } from './session.ts';
import type { SurfaceModule } from './surface.ts';

/** The chat in a frame, which says for now that it is not there. */
export const chatSurface: SurfaceModule<never> = {
  load: () => Promise.reject(new SessionError('notFound')),
  mount: () => undefined,
};
