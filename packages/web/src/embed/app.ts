import { openSurface } from './surface/open-surface.ts';
import { pageReady } from './surface/page-ready.ts';

openSurface(
  'app',
  pageReady.then(() => import('./app/app-surface.tsx')).then(({ appSurface }) => appSurface),
);
