import type { AppConfigResponse } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { UndoNotice } from '../settings/undo-notice.tsx';
import { useConfigChanges } from '../api/use-config-changes.ts';
import { ConfigSwitch } from './config-switch.tsx';

/** The parts of embedded surfaces, and whether AI has to be allowed for each. */
const parts = [
  { name: 'enableDashboardComments', needsAi: false },
  { name: 'mailMentions', needsAi: false },
  { name: 'allowAi', needsAi: false },
  { name: 'showDashboardChat', needsAi: true },
  { name: 'showWorkbookChat', needsAi: true },
  { name: 'showAiWidgets', needsAi: true },
] as const;

/** What embedded surfaces offer to viewers; each is saved when it is switched. */
export function ViewerParts({ config: { embedding } }: { config: AppConfigResponse }) {
  const changes = useConfigChanges();
  const allowsAi = embedding?.allowAi !== false;
  return (
    <SettingsSection title={t('account.parts.title')} hint={t('account.parts.hint')}>
      <UndoNotice changes={changes} />
      <FailureAlert error={changes.mutation.error} />
      {parts.map(({ name, needsAi }) => (
        <ConfigSwitch
          key={name}
          changes={changes}
          label={t(`account.parts.${name}.label`)}
          hint={t(`account.parts.${name}.hint`)}
          layers={needsAi && !allowsAi ? t('account.parts.withoutAi') : t(`account.parts.${name}.layers`)}
          checked={embedding?.[name] === true}
          disabled={needsAi && !allowsAi}
          change={(isOn) => ({ embedding: { [name]: isOn } })}
        />
      ))}
    </SettingsSection>
  );
}
