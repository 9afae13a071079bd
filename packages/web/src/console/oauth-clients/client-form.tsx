import { Select, TagsInput, TextInput } from '@mantine/core';
import type { OAuthClient } from '@oriel/contract';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import {
  clientKinds,
  kindOf,
  levelOf,
  scopeLevels,
  scopesOf,
  settingsOfKind,
  type ClientKind,
  type ScopeLevel,
} from './client-kinds.ts';
import { ActingUser } from './acting-user.tsx';

/** The fields of a client that is typed, beginning with those of the one that is changed. */
export function useClientFields(record: OAuthClient | undefined) {
  const [name, setName] = useState(record?.name ?? '');
  const [uri, setUri] = useState(record?.uri ?? '');
  const [kind, setKind] = useState<ClientKind>(record ? kindOf(record) : 'web');
  const [redirectUris, setRedirectUris] = useState<string[]>([...(record?.redirectUris ?? [])]);
  const [level, setLevel] = useState<ScopeLevel>(record ? levelOf(record.scopes) : 'write');
  const [userId, setUserId] = useState(record?.userId ?? null);
  const isService = kind === 'service';
  const trimmed = uri.trim();
  return {
    name,
    setName,
    uri,
    setUri,
    kind,
    setKind,
    redirectUris,
    setRedirectUris,
    level,
    setLevel,
    userId,
    setUserId,
    isService,
    /** What a new client and a changed one have in common. */
    body: {
      name,
      uri: trimmed === '' ? null : trimmed,
      redirectUris: isService ? [] : redirectUris,
      scopes: scopesOf(level, record?.scopes),
      userId: isService ? userId : null,
    },
    settings: settingsOfKind[kind],
  };
}

interface ClientFieldsProps {
  fields: ReturnType<typeof useClientFields>;
  /** Whether the client is there already: what it is cannot be changed then. */
  isExisting: boolean;
  /** Why the last change was refused; what it says of a field is said there. */
  error: Error | null;
}

/** The form of a client. */
export function ClientFields({ fields, isExisting, error }: ClientFieldsProps) {
  const { kind } = fields;
  return (
    <>
      <TextInput
        label={t('oauthClients.form.name')}
        description={t('oauthClients.form.nameHint')}
        required
        data-autofocus
        maxLength={MAX_NAME_LENGTH}
        value={fields.name}
        error={issueOf(error, 'name')}
        onChange={(event) => fields.setName(event.target.value)}
      />
      {!isExisting && (
        <Select
          label={t('oauthClients.form.kind')}
          description={t(`oauthClients.form.kindHint.${kind}`)}
          allowDeselect={false}
          data={clientKinds.map((value) => ({ value, label: t(`oauthClients.kind.${value}`) }))}
          value={kind}
          onChange={(value) => fields.setKind(value ?? kind)}
        />
      )}
      {fields.isService ? (
        <ActingUser userId={fields.userId} onChange={fields.setUserId} error={issueOf(error, 'userId')} />
      ) : (
        <TagsInput
          label={t('oauthClients.form.redirects')}
          description={t(
            kind === 'native' ? 'oauthClients.form.nativeRedirectsHint' : 'oauthClients.form.redirectsHint',
          )}
          {...(fields.redirectUris.length === 0 && { placeholder: t('oauthClients.form.redirectExample') })}
          splitChars={[',', ' ']}
          acceptValueOnBlur
          value={fields.redirectUris}
          error={issueOf(error, 'redirectUris')}
          onChange={fields.setRedirectUris}
        />
      )}
      <Select
        label={t('oauthClients.form.scopes')}
        allowDeselect={false}
        data={scopeLevels.map((value) => ({ value, label: t(`oauthClients.form.level.${value}`) }))}
        value={fields.level}
        onChange={(value) => fields.setLevel(value ?? fields.level)}
      />
      <TextInput
        label={t('oauthClients.form.uri')}
        placeholder={t('oauthClients.form.uriExample')}
        value={fields.uri}
        error={issueOf(error, 'uri')}
        onChange={(event) => fields.setUri(event.target.value)}
      />
    </>
  );
}
