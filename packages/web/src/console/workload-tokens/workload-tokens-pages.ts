import { IconCertificate } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of the tokens of workloads. */
export const workloadTokensRoutes = ({ shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/workload-tokens',
    component: lazyPage(() => import('./workload-tokens-page.tsx'), 'WorkloadTokensPage'),
  }),
];

/** The link to it. */
export const workloadTokensLinks: readonly PageLink[] = [
  {
    group: 'account',
    order: 100,
    to: '/settings/workload-tokens',
    label: () => t('workloads.title'),
    icon: IconCertificate,
    permission: 'All',
  },
];
