import { Button, Group, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { t } from '../../messages/console-texts.ts';

interface ViewerFormProps {
  isBusy: boolean;
  onAdd(viewer: { embedTenantName: string; externalId: string }, onSuccess: () => void): void;
}

/** Adds a viewer of an embed tenant by the id that their host knows them by. */
export function ViewerForm({ isBusy, onAdd }: ViewerFormProps) {
  const [embedTenantName, setTenant] = useState('');
  const [externalId, setExternalId] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ embedTenantName, externalId }, () => setExternalId(''));
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t('notifications.embedTenant')}
          required
          withAsterisk={false}
          style={{ flex: '1 1 140px' }}
          value={embedTenantName}
          onChange={(event) => setTenant(event.target.value)}
        />
        <TextInput
          label={t('notifications.externalId')}
          required
          withAsterisk={false}
          style={{ flex: '1 1 180px' }}
          value={externalId}
          onChange={(event) => setExternalId(event.target.value)}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          {t('notifications.addViewer')}
        </Button>
      </Group>
    </form>
  );
}
