import { useMutation } from '@tanstack/react-query';
import { client } from '../api.ts';
import { t } from '../../messages/console-texts.ts';
import { WayInCard } from '../sign-in/way-in-card.tsx';
import { DonePage } from './done-page.tsx';
import { useDocumentTitle } from '../use-document-title.ts';

/**
 * Where the link of a message leads: one button, and nobody has to sign in. Opening the page alone changes nothing, because
 * programs that look for harmful links open it as well. The token is behind the `#` of the address.
 */
export function UnsubscribePage() {
  const unsubscribe = useMutation({
    mutationFn: () => client.call('unsubscribe', { query: { token: window.location.hash.slice(1) } }),
  });
  useDocumentTitle(t('unsubscribe.title'));
  if (unsubscribe.isSuccess)
    return <DonePage title={t('unsubscribe.done')} text={t('unsubscribe.doneText')} />;
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
}
