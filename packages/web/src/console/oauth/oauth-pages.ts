import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../elements/lazy-page.ts';
import { readText } from '../elements/search-text.ts';
import type { Frames } from '../pages/frames.ts';

/** Consent to an application, and to a device. */
export const oauthRoutes = ({ root }: Frames) => [
  createRoute({
    getParentRoute: () => root,
    path: '/oauth/consent/$uid',
    component: lazyPage(() => import('./consent-page.tsx'), 'ConsentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/oauth/device',
    component: lazyPage(() => import('./device-page.tsx'), 'DevicePage'),
    // The name of RFC 8628.
    validateSearch: (search: Record<string, unknown>): { user_code?: string | undefined } => ({
      user_code: readText(search['user_code']),
    }),
  }),
];
