import { Switch } from '@mantine/core';
import type { AppConfigResponse } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { useUpdateAppConfig } from '../api/app-config.ts';

/** Whether data leave the account as files. */
export function DownloadsForm({ config: { restrictDataDownload } }: { config: AppConfigResponse }) {
  const [isRestricted, setRestricted] = useState(restrictDataDownload);
  const update = useUpdateAppConfig();
  return (
    <SectionForm
      title={t('account.downloads.title')}
      hint={t('account.downloads.hint')}
      isChanged={isRestricted !== restrictDataDownload}
      mutation={update}
      onSave={() => update.mutate({ restrictDataDownload: isRestricted })}
    >
      <Switch
        label={t('account.downloads.restrict')}
        checked={isRestricted}
        onChange={(event) => setRestricted(event.target.checked)}
      />
    </SectionForm>
  );
}
