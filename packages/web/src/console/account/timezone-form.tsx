import { Select, Switch } from '@mantine/core';
import type { AppConfigResponse } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { useUpdateAppConfig } from '../api/app-config.ts';
import { timeZonesWith } from '../times/time-zones.ts';

/** The zone in which days begin, and whether viewers may choose another. */
export function TimezoneForm({ config: { timezoneSettings } }: { config: AppConfigResponse }) {
  const saved = {
    enabled: timezoneSettings?.enabled ?? false,
    timezone: timezoneSettings?.timezone ?? 'UTC',
    allowUserOverride: timezoneSettings?.allowUserOverride ?? true,
  };
  const [changes, setChanges] = useState<Partial<typeof saved>>({});
  const update = useUpdateAppConfig();
  const shown = { ...saved, ...changes };
  const change = (changed: typeof changes) => setChanges({ ...changes, ...changed });
  return (
    <SectionForm
      title={t('account.timezone.title')}
      hint={t('account.timezone.hint')}
      isChanged={
        shown.enabled !== saved.enabled ||
        shown.timezone !== saved.timezone ||
        shown.allowUserOverride !== saved.allowUserOverride
      }
      mutation={update}
      onSave={() => update.mutate({ timezoneSettings: shown }, { onSuccess: () => setChanges({}) })}
    >
      <Switch
        label={t('account.timezone.enabled')}
        checked={shown.enabled}
        onChange={(event) => change({ enabled: event.target.checked })}
      />
      <Select
        label={t('account.timezone.zone')}
        searchable
        allowDeselect={false}
        disabled={!shown.enabled}
        data={timeZonesWith(shown.timezone)}
        value={shown.timezone}
        onChange={(zone) => zone !== null && change({ timezone: zone })}
      />
      <Switch
        label={t('account.timezone.override')}
        checked={shown.allowUserOverride}
        disabled={!shown.enabled}
        onChange={(event) => change({ allowUserOverride: event.target.checked })}
      />
    </SectionForm>
  );
}
