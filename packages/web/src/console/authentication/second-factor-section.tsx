import { Switch } from '@mantine/core';
import type { TenantSettings } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { useUpdateTenantSettings } from '../api/tenant-settings-api.ts';

/** Whether everybody with a password needs a second factor. */
export function SecondFactorSection({
  settings: { requiresSecondFactor },
}: {
  settings: Pick<TenantSettings, 'requiresSecondFactor'>;
}) {
  const [isRequired, setRequired] = useState(requiresSecondFactor);
  const update = useUpdateTenantSettings();
  return (
    <SectionForm
      title={t('authentication.secondFactor.title')}
      hint={t('authentication.secondFactor.hint')}
      isChanged={isRequired !== requiresSecondFactor}
      mutation={update}
      onSave={() => update.mutate({ requiresSecondFactor: isRequired })}
    >
      <Switch
        label={t('authentication.secondFactor.require')}
        checked={isRequired}
        onChange={(event) => setRequired(event.target.checked)}
      />
    </SectionForm>
  );
}
