import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';
import { useSessionChanges } from './security-api.ts';

const empty = { password: '', again: '' };

/** The form by which users change their password. */
export function PasswordSection() {
  const { changePassword } = useSessionChanges();
  const [currentPassword, setCurrent] = useState('');
  const [value, setValue] = useState(empty);
  const [isTold, setTold] = useState(false);
  const submit = () => {
    setTold(true);
    if (value.password !== value.again) return;
    const onSuccess = () => {
      setCurrent('');
      setValue(empty);
      setTold(false);
    };
    changePassword.mutate({ currentPassword, newPassword: value.password }, { onSuccess });
  };
  return (
    <SettingsSection title={t('security.password.title')} hint={t('security.password.hint')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <PasswordInput
            label={t('security.password.current')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={currentPassword}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <NewPasswordFields value={value} onChange={setValue} isTold={isTold} />
          <FailureAlert error={changePassword.error} />
          {changePassword.isSuccess && (
            <Alert color="green" role="status">
              {t('security.password.changed')}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={changePassword.isPending}>
              {t('security.password.change')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SettingsSection>
  );
}
