import { openSurface } from './surface/open-surface.ts';
import { pageReady } from './surface/page-ready.ts';

openSurface(
  'chat',
  pageReady.then(() => import('./chat/chat-surface.tsx')).then(({ chatSurface }) => chatSurface),
);
