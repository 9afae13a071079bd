import { Button, Group, Text } from '@mantine/core';
import { operationTags } from '@oriel/contract/routes';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { CreateKeyDialog } from '../api-keys/create-key-dialog.tsx';
import { CopyableField } from '../elements/copyable.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';

const scimPath = '/api/scim/v2';
const scimTags = operationTags.filter((tag) => tag.startsWith('SCIM'));

/** What to enter at an identity provider that pushes users and groups: a section of a page of settings. */
export function ScimSection() {
  const [isMaking, setMaking] = useState(false);
  return (
    <SettingsSection title={t('scim.title')} hint={t('scim.hint')}>
      <CopyableField label={t('scim.address')} text={location.origin + scimPath} />
      <Text size="sm">{t('scim.token')}</Text>
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
          {t('scim.newKey')}
        </Button>
      </Group>
      {isMaking && (
        <CreateKeyDialog
          // One that is scoped to deployments is refused.
          deployments={[]}
          preset={{ name: t('scim.keyName'), tags: scimTags }}
          onClose={() => setMaking(false)}
        />
      )}
    </SettingsSection>
  );
}
