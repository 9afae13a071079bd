import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client, useCurrentUser } from '../api/api.ts';
import { OAuthFrame, OAuthMessage } from '../oauth/consent-card.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { surfaceThatOpened } from './surface-that-opened.ts';

/**
 * The window that a frame without a sign-in opens: who is signed in, or does so now, is handed on to that frame by a
 * code, and the window closes. A window that anything else has opened hands on nothing.
 */
export function EmbedSignInPage() {
  const { challenge } = useSearch({ from: '/embed/sign-in' });
  useDocumentTitle(t('signIn.title'));
  // Without a session, this leads to the sign-in and back.
  const user = useCurrentUser();
  const surface = surfaceThatOpened(window);
  const { href } = useLocation();
  const isComplete = user.data !== undefined && !user.data.needsSecondFactor;
  const code = useQuery({
    queryKey: ['embed-sign-in-code', challenge],
    queryFn: () => client.call('createEmbedSignInCode', { body: { challenge: challenge ?? '' } }),
    enabled: isComplete && surface !== undefined && challenge !== undefined,
    // One code is enough, and it is of no use later.
    staleTime: Infinity,
    retry: false,
  });
  useEffect(() => {
    if (!code.data || !surface) return;
    surface.postMessage({ type: 'oriel-sign-in', code: code.data.code }, window.location.origin);
    window.close();
  }, [code.data, surface]);
  // The second factor that the account demands comes first, and leads back.
  if (user.data?.needsSecondFactor) return <Navigate to="/sign-in/enrol" search={{ from: href }} />;
  const failure = user.error ?? code.error;
  if (failure)
    return (
      <OAuthFrame>
        <ErrorState
          title={t('embedSignIn.failed')}
          error={failure}
          isRetrying={code.isFetching}
          onRetry={() => void (user.error ? user : code).refetch()}
        />
      </OAuthFrame>
    );
  if (user.data && (!surface || challenge === undefined))
    return <OAuthMessage title={t('embedSignIn.alone')} text={t('embedSignIn.aloneHint')} />;
  if (code.data) return <OAuthMessage title={t('embedSignIn.done')} text={t('embedSignIn.doneHint')} />;
  return (
    <OAuthFrame>
      <LoadingState />
    </OAuthFrame>
  );
}
