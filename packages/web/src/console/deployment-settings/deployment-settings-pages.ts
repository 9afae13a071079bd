import { IconDatabaseCog } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';
import { readDeploymentSearch } from './deployment-tabs.ts';

/** The page of the settings of a deployment. */
export const deploymentSettingsRoutes = ({ deployment }: Frames) => [
  createRoute({
    getParentRoute: () => deployment,
    path: '/settings/deployment',
    component: lazyPage(() => import('./deployment-page.tsx'), 'DeploymentPage'),
    validateSearch: readDeploymentSearch,
  }),
];

/** The link to it. */
export const deploymentSettingsLinks: readonly PageLink[] = [
  {
    group: 'deployment',
    order: 20,
    to: '/settings/deployment',
    label: () => t('deploymentSettings.link'),
    icon: IconDatabaseCog,
    permission: 'DeploymentUpdate',
  },
];
