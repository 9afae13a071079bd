import { isApiError } from '@oriel/client';
import { Button, Center, Loader, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { t } from '../../messages/console-texts.ts';
import { sentenceOf } from '../api/error-text.ts';
import { WayIn, WayInCard, WayInNotice } from '../sign-in/way-in-card.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';

/**
 * Where the link of a message leads: one button, and nobody has to sign in. Opening the page alone changes nothing,
 * because programs that look for harmful links open it as well. The token is behind the `#` of the address.
 */
export function UnsubscribePage() {
  const query = { token: window.location.hash.slice(1) };
  const subscription = useQuery({
    queryKey: ['subscription', query.token],
    queryFn: () => client.call('getSubscription', { query }),
    retry: false,
  });
  const onSuccess = () => subscription.refetch();
  const unsubscribe = useMutation({ mutationFn: () => client.call('unsubscribe', { query }), onSuccess });
  const resubscribe = useMutation({ mutationFn: () => client.call('resubscribe', { query }), onSuccess });
  useDocumentTitle(t('unsubscribe.title'));
  if (subscription.isPending)
    return (
      <WayIn>
        <Center>
          <Loader aria-label={t('unsubscribe.title')} />
        </Center>
      </WayIn>
    );
  if (!subscription.data)
    return <Unloaded error={subscription.error} onRetry={() => void subscription.refetch()} />;
  const { isSubscribed, canResubscribe } = subscription.data;
  if (isSubscribed && resubscribe.isSuccess)
    return (
      <WayInNotice title={t('unsubscribe.resumed')} text={t('unsubscribe.resumedText')}>
        {null}
      </WayInNotice>
    );
  if (isSubscribed)
    return (
      <WayInCard
        title={t('unsubscribe.title')}
        hint={t('unsubscribe.hint')}
        error={unsubscribe.error}
        action={t('unsubscribe.action')}
        isPending={unsubscribe.isPending}
        onSubmit={() => unsubscribe.mutate()}
      >
        {null}
      </WayInCard>
    );
  return (
    <WayInNotice title={t('unsubscribe.done')} text={t('unsubscribe.doneText')}>
      {resubscribe.error && (
        <Text c="red" role="alert">
          {sentenceOf(resubscribe.error)}
        </Text>
      )}
      {canResubscribe && (
        <Button variant="default" loading={resubscribe.isPending} onClick={() => resubscribe.mutate()}>
          {t('unsubscribe.again')}
        </Button>
      )}
    </WayInNotice>
  );
}

/** Why the page has nothing to offer: the link is none, or the server is away. */
function Unloaded({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  const isRefused = isApiError(error, 'unauthenticated') || isApiError(error, 'credential_expired');
  return (
    <WayInNotice
      title={t('unsubscribe.unloaded')}
      text={isRefused ? t('unsubscribe.refused') : sentenceOf(error)}
    >
      {isRefused ? null : (
        <Button variant="default" onClick={onRetry}>
          {t('action.tryAgain')}
        </Button>
      )}
    </WayInNotice>
  );
}
