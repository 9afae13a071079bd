import { Button, Checkbox, Group, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import type { LanguageModelSettings } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { SectionForm } from '../settings/section-form.tsx';
import {
  draftOf,
  isChanged as isDraftChanged,
  isComplete,
  isKeyElsewhere,
  toInput,
  type EndpointDraft,
} from './endpoint-draft.ts';
import { useTryLanguageModel, useUpdateLanguageModel } from './language-model-api.ts';
import { TrialResult } from './trial-result.tsx';

const providers = ['openai-compatible', 'anthropic'] as const;

/** The model of the account: where it is asked, its key, and whether it answers. */
export function EndpointForm({ settings }: { settings: LanguageModelSettings }) {
  const { endpoint, source, serverModel, allowsPrivateAddresses } = settings;
  const [changes, setChanges] = useState<Partial<EndpointDraft>>({});
  const [isRemoving, setRemoving] = useState(false);
  const update = useUpdateLanguageModel();
  const removal = useUpdateLanguageModel();
  const trial = useTryLanguageModel();
  const draft = { ...draftOf(endpoint), ...changes };
  const isChanged = isDraftChanged(draft, endpoint);
  const change = (changed: Partial<EndpointDraft>) => {
    setChanges({ ...changes, ...changed });
    trial.reset();
  };
  const error = update.error ?? trial.error;
  const fieldErrors = {
    baseUrl: issueOf(error, 'endpoint.baseUrl'),
    model: issueOf(error, 'endpoint.model'),
    apiKey: issueOf(error, 'endpoint.apiKey'),
  };
  const isKnownIssue = Object.values(fieldErrors).some((issue) => issue !== undefined);
  const needsKey = isKeyElsewhere(draft, endpoint) && draft.apiKey === '' && !draft.removesKey;
  return (
    <SectionForm
      title={t('ai.model.title')}
      hint={t('ai.model.hint')}
      isChanged={isChanged && isComplete(draft)}
      mutation={{ ...update, error: isKnownIssue ? null : update.error }}
      onSave={() =>
        update.mutate(
          { endpoint: toInput(draft) },
          {
            onSuccess: () => setChanges({}),
          },
        )
      }
    >
      <Text size="sm">{t(`ai.model.using.${source}`, { model: serverModel ?? '' })}</Text>
      <Select
        label={t('ai.model.provider')}
        allowDeselect={false}
        data={providers.map((value) => ({ value, label: t(`ai.model.providers.${value}`) }))}
        value={draft.provider}
        onChange={(provider) => provider !== null && change({ provider })}
      />
      <TextInput
        label={t('ai.model.baseUrl')}
        description={t(allowsPrivateAddresses ? 'ai.model.baseUrlHintPrivate' : 'ai.model.baseUrlHint')}
        placeholder={t('ai.model.baseUrlExample')}
        type="url"
        value={draft.baseUrl}
        error={fieldErrors.baseUrl}
        onChange={(event) => change({ baseUrl: event.target.value })}
      />
      <TextInput
        label={t('ai.model.name')}
        placeholder={t('ai.model.nameExample')}
        value={draft.model}
        error={fieldErrors.model}
        onChange={(event) => change({ model: event.target.value })}
      />
      <PasswordInput
        label={t('ai.model.key')}
        description={t(endpoint?.hasApiKey === true ? 'ai.model.keyKept' : 'ai.model.keyHint')}
        {...(endpoint?.hasApiKey === true && !draft.removesKey && { placeholder: t('ai.model.keyExample') })}
        autoComplete="off"
        disabled={draft.removesKey}
        value={draft.apiKey}
        error={fieldErrors.apiKey ?? (needsKey && t('ai.model.keyElsewhere'))}
        onChange={(event) => change({ apiKey: event.target.value })}
      />
      {endpoint?.hasApiKey === true && (
        <Checkbox
          label={t('ai.model.removeKey')}
          checked={draft.removesKey}
          onChange={(event) => change({ removesKey: event.target.checked, apiKey: '' })}
        />
      )}
      <Group>
        <Button
          variant="light"
          loading={trial.isPending}
          disabled={isChanged ? !isComplete(draft) : source === 'none'}
          onClick={() => trial.mutate(isChanged ? toInput(draft) : undefined)}
        >
          {t('ai.model.try')}
        </Button>
        {endpoint && (
          <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
            {t('ai.model.remove')}
          </Button>
        )}
      </Group>
      <TrialResult trial={trial} isShownElsewhere={isKnownIssue} />
      {isRemoving && (
        <ConfirmDialog
          title={t('ai.model.removeTitle')}
          text={t('ai.model.removeText')}
          action={t('ai.model.remove')}
          mutation={removal}
          input={{ endpoint: null }}
          onDone={() => {
            setRemoving(false);
            setChanges({});
            trial.reset();
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </SectionForm>
  );
}
