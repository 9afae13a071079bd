import { Anchor, Group, Input, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { nameOf } from '../people/people-api.ts';
import { UserPicker } from '../people/user-picker.tsx';

interface ActingUserProps {
  userId: number | null;
  error: string | undefined;
  onChange(userId: number | null): void;
}

/** The user that a service acts as. */
export function ActingUser({ userId, error, onChange }: ActingUserProps) {
  const user = useQuery({
    queryKey: ['users', 'one', userId],
    queryFn: () => client.call('getUser', { params: { userId: userId ?? 0 } }),
    enabled: userId !== null,
  });
  if (userId === null)
    return (
      <div>
        <UserPicker label={t('oauthClients.form.user')} onAdd={onChange} />
        <Input.Description mt={4}>{t('oauthClients.form.userHint')}</Input.Description>
        {error !== undefined && <Input.Error mt={4}>{error}</Input.Error>}
      </div>
    );
  return (
    <Group justify="space-between">
      <Text size="sm">
        {t('oauthClients.form.chosenUser', { name: user.data ? nameOf(user.data) : String(userId) })}
      </Text>
      <Anchor component="button" type="button" size="sm" onClick={() => onChange(null)}>
        {t('oauthClients.form.otherUser')}
      </Anchor>
    </Group>
  );
}
