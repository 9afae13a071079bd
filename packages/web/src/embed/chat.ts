import { openSurface } from './open-surface.ts';

openSurface(
  'chat',
  import('./chat-surface.tsx').then(({ chatSurface }) => chatSurface),
);
