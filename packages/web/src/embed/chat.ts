import { openSurface } from './open-surface.ts';
import { pageReady } from './page-ready.ts';

openSurface(
  'chat',
  pageReady.then(() => import('./chat-surface.tsx')).then(({ chatSurface }) => chatSurface),
);
