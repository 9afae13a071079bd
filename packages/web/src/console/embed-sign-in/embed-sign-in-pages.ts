import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../elements/lazy-page.ts';
import { readText } from '../elements/search-text.ts';
import { applySignInLanguage, EMBED_SIGN_IN_PATH } from '../language/sign-in-language.ts';
import type { Frames } from '../pages/frames.ts';

/** The window in which viewers of an embedded surface sign in. */
export const embedSignInRoutes = ({ root }: Frames) => [
  createRoute({
    getParentRoute: () => root,
    path: EMBED_SIGN_IN_PATH,
    component: lazyPage(() => import('./embed-sign-in-page.tsx'), 'EmbedSignInPage'),
    beforeLoad: ({ search }) => applySignInLanguage(search),
    validateSearch: (
      search: Record<string, unknown>,
    ): { challenge?: string | undefined; locale?: string | undefined } => ({
      challenge: readText(search['challenge']),
      locale: readText(search['locale']),
    }),
  }),
];
