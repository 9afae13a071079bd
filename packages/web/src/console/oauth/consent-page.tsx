import { Button, Checkbox, Text } from '@mantine/core';
import { isApiError } from '@oriel/client';
import type { OAuthInteraction } from '@oriel/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { ConsentCard, OAuthFrame, OAuthMessage, useSignInAgain } from './consent-card.tsx';

/** Where an OAuth client sends a user, who says whether it may act for them. */
export function ConsentPage() {
  const { uid } = useParams({ from: '/oauth/consent/$uid' });
  const asked = useQuery({
    queryKey: ['oauth-interaction', uid],
    queryFn: () => client.call('getOAuthInteraction', { params: { interactionUid: uid } }),
    // A request is answered once, by the page that shows it.
    staleTime: Infinity,
  });
  useDocumentTitle(t('oauth.consent.documentTitle'));
  if (asked.data?.isSignInNeeded) return <SignInAgain name={asked.data.client.name} />;
  if (asked.data) return <Consent asked={asked.data} />;
  if (isApiError(asked.error, 'oauth_interaction_not_found')) return <Gone />;
  return (
    <OAuthFrame>
      {asked.error ? (
        <ErrorState
          title={t('oauth.consent.unloaded')}
          error={asked.error}
          isRetrying={asked.isFetching}
          onRetry={() => void asked.refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </OAuthFrame>
  );
}

function Gone() {
  return <OAuthMessage title={t('oauth.consent.gone')} text={t('oauth.consent.goneText')} />;
}

function Consent({ asked }: { asked: OAuthInteraction }) {
  const [isRemembered, setRemembered] = useState(false);
  const { uid, redirectHost } = asked;
  const answer = useMutation({
    mutationFn: (given: 'allow' | 'deny') =>
      given === 'allow'
        ? client.call('approveOAuthInteraction', { params: { interactionUid: uid }, body: { isRemembered } })
        : client.call('denyOAuthInteraction', { params: { interactionUid: uid } }),
    onSuccess: ({ redirectTo }) => leaveTo(redirectTo),
  });
  if (isApiError(answer.error, 'oauth_interaction_not_found')) return <Gone />;
  const isBusy = answer.isPending || answer.isSuccess;
  return (
    <ConsentCard
      asked={asked}
      pending={isBusy ? answer.variables : undefined}
      error={answer.error}
      onAnswer={(given) => answer.mutate(given)}
    >
      {/* Any program of this computer could ask as the same one, so it is asked each time. */}
      {redirectHost !== null && (
        <Checkbox
          label={t('oauth.consent.remember')}
          description={t('oauth.consent.rememberHint')}
          checked={isRemembered}
          onChange={(event) => setRemembered(event.target.checked)}
        />
      )}
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {redirectHost === null
          ? t('oauth.consent.goesToProgram')
          : t('oauth.consent.goesTo', { host: redirectHost })}
      </Text>
    </ConsentCard>
  );
}

/** Goes on at an address of this server, which sends the user to the client; any other is a fault. */
function leaveTo(redirectTo: string): void {
  const url = new URL(redirectTo, window.location.origin);
  if (url.origin !== window.location.origin) throw new Error('The way back leads to another server');
  window.location.assign(url);
}

/** A client may want to be sure that it is the user who sits there. */
function SignInAgain({ name }: { name: string }) {
  const again = useSignInAgain();
  return (
    <OAuthMessage title={t('oauth.consent.again')} text={t('oauth.consent.againText', { name })}>
      <FailureAlert error={again.error} />
      <Button loading={again.isPending} onClick={() => again.mutate()}>
        {t('action.signIn')}
      </Button>
    </OAuthMessage>
  );
}
