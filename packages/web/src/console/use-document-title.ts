import { useEffect } from 'react';
import { t } from '../messages/console-texts.ts';

/** Names the page in the browser's tab and history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = t('documentTitle', { title });
  }, [title]);
}
