import { openSurface } from './open-surface.ts';

openSurface(
  'app',
  import('./app-surface.tsx').then(({ appSurface }) => appSurface),
);
