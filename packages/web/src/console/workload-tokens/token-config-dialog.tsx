import { Select, Textarea, TextInput } from '@mantine/core';
import type { OidcTokenConfig } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { claimsText, parseClaims } from './claims-text.ts';
import { useTokenConfigChanges } from './workload-tokens-api.ts';

const kinds = ['aws', 'azure', 'gcp', 'custom'] as const;
const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Creates a configuration, or changes the one that is given: its kind is fixed. */
export function TokenConfigDialog({ config, onClose }: { config?: OidcTokenConfig; onClose(): void }) {
  const known = kinds.find((kind) => kind === config?.audienceType.toLowerCase());
  const [kind, setKind] = useState(known ?? 'custom');
  const [name, setName] = useState(config?.name ?? '');
  const [audience, setAudience] = useState(config?.audience ?? '');
  const [subject, setSubject] = useState(config?.subFormat ?? '');
  const [variable, setVariable] = useState(config?.targetEnvVar ?? '');
  const [claims, setClaims] = useState(claimsText(config?.customClaims));
  const { create, update } = useTokenConfigChanges();
  const { error, isPending } = config ? update : create;
  const hasAudience = kind === 'gcp' || kind === 'custom';
  const customClaims = parseClaims(claims);
  const issues = {
    name: issueOf(error, 'name'),
    audience: issueOf(error, 'customAudience'),
    subject: issueOf(error, 'subFormat'),
    variable: issueOf(error, 'targetEnvVar'),
  };
  const isToldInField = Object.values(issues).some((issue) => issue !== undefined);
  const save = () => {
    if (customClaims === undefined) return;
    const values = {
      name: textOrNull(name),
      subFormat: textOrNull(subject),
      targetEnvVar: textOrNull(variable),
      customClaims,
      ...(hasAudience && { customAudience: textOrNull(audience) }),
    };
    if (config) update.mutate({ tokenConfigId: config.id, ...values }, { onSuccess: onClose });
    else create.mutate({ audienceType: kind, ...values }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={config ? t('workloads.form.edit', { name: config.name }) : t('workloads.form.create')}
      action={config ? t('action.save') : t('action.create')}
      isBusy={isPending}
      error={isToldInField ? null : error}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('workloads.form.name')}
        description={t('workloads.form.nameHint')}
        required
        data-autofocus
        value={name}
        error={issues.name}
        onChange={(event) => setName(event.target.value)}
      />
      {!config && (
        <Select
          label={t('workloads.form.kind')}
          allowDeselect={false}
          data={kinds.map((each) => ({ value: each, label: t(`workloads.kind.${each}`) }))}
          value={kind}
          onChange={(value) => setKind(kinds.find((each) => each === value) ?? kind)}
        />
      )}
      {hasAudience && (
        <TextInput
          label={t('workloads.form.audience')}
          required
          value={audience}
          error={issues.audience}
          onChange={(event) => setAudience(event.target.value)}
        />
      )}
      <TextInput
        label={t('workloads.form.subject')}
        description={t('workloads.form.subjectHint')}
        value={subject}
        error={issues.subject}
        onChange={(event) => setSubject(event.target.value)}
      />
      <TextInput
        label={t('workloads.form.variable')}
        description={t('workloads.form.variableHint')}
        value={variable}
        error={issues.variable}
        onChange={(event) => setVariable(event.target.value)}
      />
      <Textarea
        label={t('workloads.form.claims')}
        description={t('workloads.form.claimsHint')}
        autosize
        minRows={2}
        maxRows={8}
        value={claims}
        error={customClaims === undefined ? t('workloads.form.claimsFault') : undefined}
        onChange={(event) => setClaims(event.target.value)}
      />
    </FormDialog>
  );
}
