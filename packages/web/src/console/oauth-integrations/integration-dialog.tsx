import { PasswordInput, TextInput } from '@mantine/core';
import type { OAuthIntegration } from '@oriel/contract';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { fieldsOf, inputOf, type IntegrationFields } from './integration-fields.ts';
import { useIntegrationChanges } from './oauth-integrations-api.ts';

interface TextField {
  readonly name: Exclude<keyof IntegrationFields, 'clientSecret'>;
  readonly label: string;
  readonly hint?: string;
  /** The path of the field in a refusal. */
  readonly path: string;
  readonly isRequired: boolean;
}

const textFields = (): readonly TextField[] => [
  {
    name: 'name',
    label: t('integrations.form.name'),
    hint: t('integrations.form.nameHint'),
    path: 'name',
    isRequired: true,
  },
  { name: 'authUrl', label: t('integrations.form.authUrl'), path: 'authUrl', isRequired: true },
  { name: 'tokenUrl', label: t('integrations.form.tokenUrl'), path: 'tokenUrl', isRequired: true },
  {
    name: 'redirectUri',
    label: t('integrations.form.redirectUri'),
    hint: t('integrations.form.redirectHint'),
    path: 'redirectUri',
    isRequired: true,
  },
  { name: 'clientId', label: t('integrations.form.clientId'), path: 'clientId', isRequired: true },
  {
    name: 'scopes',
    label: t('integrations.form.scopes'),
    hint: t('integrations.form.scopesHint'),
    path: 'scopes',
    isRequired: false,
  },
  {
    name: 'hosts',
    label: t('integrations.form.hosts'),
    hint: t('integrations.form.hostsHint'),
    path: 'config.dataSourceHosts',
    isRequired: false,
  },
  {
    name: 'revocationUrl',
    label: t('integrations.form.revocationUrl'),
    hint: t('integrations.form.revocationHint'),
    path: 'config.revocationUrl',
    isRequired: false,
  },
  {
    name: 'issuer',
    label: t('integrations.form.issuer'),
    hint: t('integrations.form.issuerHint'),
    path: 'config.issuer',
    isRequired: false,
  },
];

/** Creates an integration, or changes the one that is given. */
export function IntegrationDialog({
  integration,
  onClose,
}: {
  integration?: OAuthIntegration;
  onClose(): void;
}) {
  const [fields, setFields] = useState(() => fieldsOf(integration));
  const { create, update } = useIntegrationChanges();
  const { error, isPending } = integration ? update : create;
  const set = (changed: Partial<IntegrationFields>) => setFields((known) => ({ ...known, ...changed }));
  const all = textFields();
  const secretIssue = issueOf(error, 'clientSecret');
  const isToldInField =
    secretIssue !== undefined || all.some(({ path }) => issueOf(error, path) !== undefined);
  const save = () => {
    const body = inputOf(fields, integration);
    const clientSecret = fields.clientSecret;
    if (!integration) create.mutate({ ...body, clientSecret }, { onSuccess: onClose });
    else {
      const secret = clientSecret === '' ? {} : { clientSecret };
      update.mutate({ integrationId: integration.id, ...body, ...secret }, { onSuccess: onClose });
    }
  };
  return (
    <FormDialog
      size="lg"
      title={
        integration ? t('integrations.form.edit', { name: integration.name }) : t('integrations.form.create')
      }
      action={integration ? t('action.save') : t('action.create')}
      isBusy={isPending}
      error={isToldInField ? null : error}
      onSubmit={save}
      onClose={onClose}
    >
      {all.map(({ name, label, hint, path, isRequired }) => (
        <TextInput
          key={name}
          label={label}
          {...(hint !== undefined && { description: hint })}
          required={isRequired}
          {...(name === 'name' && { 'data-autofocus': true, maxLength: MAX_NAME_LENGTH })}
          value={fields[name]}
          error={issueOf(error, path)}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      ))}
      <PasswordInput
        label={t('integrations.form.clientSecret')}
        {...(integration && { description: t('integrations.form.secretHint') })}
        required={!integration}
        autoComplete="off"
        value={fields.clientSecret}
        error={secretIssue}
        onChange={(event) => set({ clientSecret: event.target.value })}
      />
    </FormDialog>
  );
}
