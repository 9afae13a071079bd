import { openSurface } from './open-surface.ts';
import { pageReady } from './page-ready.ts';

openSurface(
  'app',
  pageReady.then(() => import('./app-surface.tsx')).then(({ appSurface }) => appSurface),
);
