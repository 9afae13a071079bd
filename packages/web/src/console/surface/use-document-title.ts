import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useSurface } from './surface.ts';

/**
 * Names the page in the browser's tab and history, and to the host page of an embed.
 *
 * @param isKnown false while the title stands for one that is loading; default true
 */
export function useDocumentTitle(title: string, isKnown = true): void {
  const { kind, onPage } = useSurface();
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    document.title = kind === 'app' ? title : t('documentTitle', { title });
    if (path !== undefined && isKnown) onPage(path, title);
  }, [title, isKnown, path, kind, onPage]);
}
