import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import { readQuerySearch } from './query-search.ts';

/** The page of a query that is none of a report. */
export const queryRoutes = ({ deployment }: Frames) => [
  createRoute({
    getParentRoute: () => deployment,
    path: '/query',
    component: lazyPage(() => import('./query-page.tsx'), 'QueryPage'),
    validateSearch: readQuerySearch,
  }),
];
