import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../elements/lazy-page.ts';
import { readText } from '../elements/search-text.ts';
import { applySignInLanguage } from '../language/sign-in-language.ts';
import type { Frames } from '../pages/frames.ts';
import { SignInPage } from './sign-in-page.tsx';

/** The ways in. */
export const signInRoutes = ({ root }: Frames) => [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: SignInPage,
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (
      search: Record<string, unknown>,
    ): { from?: string | undefined; problem?: string | undefined } => ({
      from: readText(search['from']),
      problem: readText(search['problem']),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in/second-factor',
    component: lazyPage(() => import('./second-factor-page.tsx'), 'SecondFactorPage'),
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (search: Record<string, unknown>): { from?: string | undefined } => ({
      from: readText(search['from']),
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invitation',
    component: lazyPage(() => import('./invitation-page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyPage(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    component: lazyPage(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
];
