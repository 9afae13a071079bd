import { MIN_PASSWORD_LENGTH } from '@oriel/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { client } from '../api/api.ts';
import { t } from '../../messages/console-texts.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useEnter } from './use-enter.ts';
import { WayInCard } from './way-in-card.tsx';

interface SetPasswordPageProps {
  title: string;
  /** What the button says. */
  action: string;
  /** Sets the password by the token of the link, and answers with the user. */
  setPassword(token: string, password: string): Promise<{ email: string }>;
  /** Fields below the password. */
  children?: ReactNode;
}

/**
 * Where a link leads by which a user sets a password: it signs in with it. The token is behind the `#` of the address.
 */
export function SetPasswordPage({ title, action, setPassword, children }: SetPasswordPageProps) {
  const enter = useEnter(undefined);
  const [value, setValue] = useState({ password: '', again: '' });
  const [isTold, setTold] = useState(false);
  const set = useMutation({
    mutationFn: async () => {
      const { password } = value;
      const { email } = await setPassword(window.location.hash.slice(1), password);
      await enter(() => client.call('signIn', { body: { email, password } }));
    },
  });
  useDocumentTitle(title);
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  return (
    <WayInCard
      title={title}
      hint={t('invitation.hint', { count: MIN_PASSWORD_LENGTH })}
      error={set.error}
      action={action}
      isPending={set.isPending}
      onSubmit={() => {
        setTold(true);
        if (value.password === value.again) set.mutate();
      }}
    >
      <NewPasswordFields value={value} onChange={setValue} isTold={isTold} firstField={firstField} />
      {children}
    </WayInCard>
  );
}
