import { SegmentedControl, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { IdentityProvider, IdentityProviderKind } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { Dialog } from '../elements/dialog.tsx';
import { DialogForm } from '../settings/form-dialog.tsx';
import { AttributeFields } from './attribute-fields.tsx';
import { useProviderChanges } from './authentication-api.ts';
import { ClaimFields, claimsOf, claimTextsOf } from './claim-fields.tsx';
import { kindForms, providerKinds } from './provider-kinds.tsx';

interface ProviderDialogProps {
  provider?: IdentityProvider;
  onClose(): void;
}

/** Creates an identity provider, or changes the one that is given. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const [kind, setKind] = useState<IdentityProviderKind>(provider?.kind ?? 'OIDC');
  const title = provider
    ? t('authentication.form.edit', { name: provider.name })
    : t('authentication.form.create');
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack>
        {!provider && providerKinds.length > 1 && (
          <SegmentedControl
            aria-label={t('authentication.protocol')}
            data={providerKinds.map((value) => ({ value, label: t(`authentication.kind.${value}`) }))}
            value={kind}
            // The control answers one of its values.
            onChange={(value) => setKind(value as IdentityProviderKind)}
          />
        )}
        <ProviderForm key={kind} kind={kind} {...(provider && { provider })} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

function ProviderForm({ kind, provider, onClose }: ProviderDialogProps & { kind: IdentityProviderKind }) {
  const { create, update } = useProviderChanges();
  const { error, isPending } = provider ? update : create;
  const [name, setName] = useState(provider?.name ?? '');
  const [slug, setSlug] = useState('');
  const [isEnabled, setEnabled] = useState(provider?.isEnabled ?? true);
  const [provisionsUsers, setProvisions] = useState(provider?.provisionsUsers ?? true);
  const [trustsEmails, setTrusts] = useState(provider?.trustsEmails ?? false);
  const [domains, setDomains] = useState<string[]>(provider?.domains ?? []);
  const [claims, setClaims] = useState(claimTextsOf(provider?.claims));
  const [attributes, setAttributes] = useState(provider?.attributes ?? []);
  const { fields, body: settings } = kindForms[kind]({ provider, slug, error });
  const save = () => {
    const body = {
      ...settings,
      name,
      isEnabled,
      provisionsUsers,
      trustsEmails,
      domains,
      attributes,
      claims: claimsOf(claims),
    };
    if (provider) update.mutate({ id: provider.id, ...body }, { onSuccess: onClose });
    else create.mutate({ ...body, kind, slug }, { onSuccess: onClose });
  };
  return (
    <DialogForm
      action={provider ? t('action.save') : t('action.create')}
      isBusy={isPending}
      error={error}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('authentication.form.name')}
        description={t('authentication.form.nameHint')}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {!provider && (
        <TextInput
          label={t('authentication.form.slug')}
          description={t('authentication.form.slugHint')}
          required
          maxLength={40}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          value={slug}
          onChange={(event) => setSlug(event.target.value.toLowerCase())}
        />
      )}
      {fields}
      <Switch
        label={t('authentication.form.enabled')}
        checked={isEnabled}
        onChange={(event) => setEnabled(event.target.checked)}
      />
      <Switch
        label={t('authentication.form.provisions')}
        checked={provisionsUsers}
        onChange={(event) => setProvisions(event.target.checked)}
      />
      <Switch
        label={t('authentication.form.trusts')}
        description={t('authentication.form.trustsHint')}
        checked={trustsEmails}
        onChange={(event) => setTrusts(event.target.checked)}
      />
      <TagsInput
        label={t('authentication.form.domains')}
        description={t(
          kind === 'SAML' ? 'authentication.form.samlDomainsHint' : 'authentication.form.domainsHint',
        )}
        value={domains}
        onChange={(values) => setDomains(values.map((value) => value.toLowerCase()))}
      />
      <ClaimFields value={claims} onChange={setClaims} />
      <AttributeFields value={attributes} onChange={setAttributes} />
    </DialogForm>
  );
}
