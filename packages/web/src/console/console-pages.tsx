import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useShownLocale } from './language/console-language.ts';
import type { createConsoleRouter } from './router.tsx';
import { consoleSurface, SurfaceContext } from './surface/surface.ts';

/** The pages of the console in the language that is shown; another one draws them anew, with the data that is there. */
export function ConsolePages({ router }: { router: ReturnType<typeof createConsoleRouter> }) {
  const locale = useShownLocale();
  const surface = useMemo(() => ({ ...consoleSurface, locale }), [locale]);
  return (
    <SurfaceContext value={surface}>
      <RouterProvider key={locale} router={router} />
    </SurfaceContext>
  );
}
