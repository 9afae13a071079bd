import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { t } from '../../messages/console-texts.ts';
import { connection, useIsServerThere } from '../connection/server-connection.ts';
import { PageNotLoaded } from '../elements/lazy-page.ts';
import { useSurface } from '../surface/surface.ts';
import { MessageState } from '../elements/states.tsx';

/** Shown for a page that failed to render, or failed to load; a page that failed to load is retried automatically. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = useCallback(() => {
    reset();
    void router.invalidate();
  }, [reset, router]);
  const { kind, onProblem } = useSurface();
  const isNotLoaded = error instanceof PageNotLoaded;
  const isWaiting = !useIsServerThere() && isNotLoaded;
  useEffect(() => {
    if (isNotLoaded) return retryWhenThere(retry, kind === 'console' ? reloadOnce : undefined);
    return undefined;
  }, [isNotLoaded, retry, kind]);
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  useEffect(() => onProblem({ name, message, context: 'embed-render' }), [name, message, onProblem]);
  return (
    <div role="alert">
      <MessageState
        title={isNotLoaded ? t('page.notLoaded') : t('page.broken')}
        text={isWaiting ? t('page.notLoadedText') : t('problem.brokenText')}
        icon={isNotLoaded ? IconPlugConnectedX : IconAlertTriangle}
      >
        <Button variant="light" onClick={retry}>
          {t('action.tryAgain')}
        </Button>
      </MessageState>
    </div>
  );
}

const RELOAD_PAUSE_MS = 60_000;

/**
 * Tries again as soon as the server answers. Where it answers now, it has another version, or the browser keeps the
 * failure: then only loading the page anew helps, which the console does; a page that was loaded anew waits for a
 * minute.
 *
 * @returns ends the waiting
 */
function retryWhenThere(retry: () => void, startAnew?: () => void): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const wait = async () => {
    if (await connection.check()) {
      if (!signal.aborted) startAnew?.();
      return;
    }
    await connection.untilThere(signal);
    retry();
  };
  wait().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return () => waiting.abort();
}

function reloadOnce(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'reload' && performance.now() < RELOAD_PAUSE_MS) return;
  window.location.reload();
}
