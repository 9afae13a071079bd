import { Switch } from '@mantine/core';
import type { AppConfigResponse } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useUpdateAppConfig } from '../api/app-config.ts';
import { SectionForm } from '../settings/section-form.tsx';

/** Whether the Python of reports is run. */
export function PythonForm({ config: { pythonReports } }: { config: AppConfigResponse }) {
  const isAllowedNow = pythonReports === true;
  const [isAllowed, setAllowed] = useState(isAllowedNow);
  const update = useUpdateAppConfig();
  return (
    <SectionForm
      title={t('account.python.title')}
      hint={t('account.python.hint')}
      isChanged={isAllowed !== isAllowedNow}
      mutation={update}
      onSave={() => update.mutate({ pythonReports: isAllowed })}
    >
      <Switch
        label={t('account.python.allow')}
        checked={isAllowed}
        onChange={(event) => setAllowed(event.target.checked)}
      />
    </SectionForm>
  );
}
