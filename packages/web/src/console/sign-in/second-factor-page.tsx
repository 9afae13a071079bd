import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { client } from '../api/api.ts';
import { LoadingState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { t } from '../../messages/console-texts.ts';
import { FactorChoice } from './factor-choice.tsx';
import { useSignInElsewhere } from './use-sign-in-elsewhere.ts';
import { Heading, WayIn, WayInNotice } from './way-in-card.tsx';

/** The step after the password, for users with a second factor. */
export function SecondFactorPage() {
  const { from } = useSearch({ from: '/sign-in/second-factor' });
  const challenge = useQuery({
    queryKey: ['sign-in-challenge'],
    queryFn: () => client.call('getSignInChallenge', {}),
    gcTime: 0,
    retry: false,
  });
  useDocumentTitle(t('secondFactor.title'));
  useSignInElsewhere(from);
  const back = (
    <Anchor renderRoot={(props) => <Link {...props} to="/sign-in" search={{ from }} />}>
      {t('signIn.back')}
    </Anchor>
  );
  if (challenge.isError)
    return (
      <WayInNotice title={t('secondFactor.expired')} text={t('secondFactor.expiredText')}>
        {back}
      </WayInNotice>
    );
  return (
    <WayIn>
      <Stack>
        <Heading title={t('secondFactor.title')} text={t('secondFactor.hint')} />
        {challenge.data ? <FactorChoice methods={challenge.data.methods} from={from} /> : <LoadingState />}
        {back}
      </Stack>
    </WayIn>
  );
}
