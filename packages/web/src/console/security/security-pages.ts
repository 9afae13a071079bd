import { IconShieldCheck } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { t } from '../../messages/console-texts.ts';
import { lazyPage } from '../elements/lazy-page.ts';
import { readText } from '../elements/search-text.ts';
import { applySignInLanguage } from '../language/sign-in-language.ts';
import type { Frames } from '../pages/frames.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The page of the security of the user, and that of a second factor which they have to set up. */
export const securityRoutes = ({ root, shell }: Frames) => [
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/security',
    component: lazyPage(() => import('./security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in/enrol',
    component: lazyPage(() => import('./enrol-page.tsx'), 'EnrolPage'),
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (search: Record<string, unknown>): { from?: string | undefined } => ({
      from: readText(search['from']),
    }),
  }),
];

/** The link to the security of the user. */
export const securityLinks: readonly PageLink[] = [
  {
    group: 'personal',
    order: 10,
    to: '/settings/security',
    label: () => t('security.title'),
    icon: IconShieldCheck,
  },
];
