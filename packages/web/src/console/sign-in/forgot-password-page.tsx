import { Anchor, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client } from '../api/api.ts';
import { t } from '../../messages/console-texts.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { WayInCard, WayInNotice } from './way-in-card.tsx';

/** Sends a link for a forgotten password. What it says is the same whether there is such a user. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const send = useMutation({
    mutationFn: () => client.call('requestPasswordReset', { body: { email } }),
  });
  useDocumentTitle(t('forgotPassword.title'));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const back = (
    <Anchor renderRoot={(props) => <Link {...props} to="/sign-in" search={{}} />}>{t('signIn.back')}</Anchor>
  );
  if (send.isSuccess)
    return (
      <WayInNotice title={t('forgotPassword.sentTitle')} text={t('forgotPassword.sentText', { email })}>
        <Text>{t('forgotPassword.sentHint')}</Text>
        {back}
      </WayInNotice>
    );
  return (
    <WayInCard
      title={t('forgotPassword.title')}
      hint={t('forgotPassword.hint')}
      error={send.error}
      action={t('forgotPassword.send')}
      isPending={send.isPending}
      onSubmit={() => send.mutate()}
      footer={back}
    >
      <TextInput
        ref={field}
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        withAsterisk={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </WayInCard>
  );
}
