import { Button, FileButton, Group, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { SamlProviderSettings } from '@oriel/contract';
import { t } from '../../../messages/console-texts.ts';
import { issueOf } from '../../api/error-kind.ts';
import { CertificateList } from './certificate-list.tsx';
import type { SamlDraft } from './saml-draft.ts';
import { SamlRegistration } from './saml-registration.tsx';

interface SamlFieldsProps {
  draft: SamlDraft;
  /** What is to be registered at the provider. */
  registration: Pick<SamlProviderSettings, 'audience'> & { callbackUrl: string };
  /** Why the last save was refused. */
  error: Error | null;
  onChange(draft: SamlDraft): void;
}

const FORMATS = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const;

/** The fields of a SAML provider: what to register there, its metadata or the same by hand, and its certificates. */
export function SamlFields({ draft, registration, error, onChange }: SamlFieldsProps) {
  const change = (changes: Partial<SamlDraft>) => onChange({ ...draft, ...changes });
  const hasMetadata = draft.metadata.trim() !== '';
  const formats = Object.entries(FORMATS).map(([name, value]) => ({
    value,
    label: t(`saml.formats.${name as keyof typeof FORMATS}`),
  }));
  const known = formats.some(({ value }) => value === draft.nameIdFormat) || draft.nameIdFormat === null;
  return (
    <Stack gap="sm">
      <SamlRegistration {...registration} />
      <MetadataField value={draft.metadata} onChange={(metadata) => change({ metadata })} />
      {!hasMetadata && (
        <>
          <TextInput
            label={t('saml.entityId')}
            description={t('saml.entityIdHint')}
            value={draft.entityId}
            maxLength={1024}
            error={issueOf(error, 'saml.entityId')}
            onChange={(event) => change({ entityId: event.target.value })}
          />
          <TextInput
            label={t('saml.signOnUrl')}
            type="url"
            value={draft.signOnUrl}
            maxLength={2048}
            error={issueOf(error, 'saml.signOnUrl')}
            onChange={(event) => change({ signOnUrl: event.target.value })}
          />
        </>
      )}
      <CertificateList
        certificates={draft.certificates}
        added={draft.addedCertificate}
        canAdd={!hasMetadata}
        error={issueOf(error, 'saml.certificates')}
        onChange={(certificates) => change({ certificates })}
        onAdd={(addedCertificate) => change({ addedCertificate })}
      />
      <Select
        label={t('saml.nameIdFormat')}
        description={t('saml.nameIdFormatHint')}
        placeholder={t('saml.formats.any')}
        clearable
        data={known || draft.nameIdFormat === null ? formats : [...formats, draft.nameIdFormat]}
        value={draft.nameIdFormat}
        onChange={(nameIdFormat) => change({ nameIdFormat })}
      />
      <Switch
        label={t('saml.allowsProviderStart')}
        description={t('saml.allowsProviderStartHint')}
        checked={draft.allowsProviderStart}
        onChange={(event) => change({ allowsProviderStart: event.currentTarget.checked })}
      />
    </Stack>
  );
}

/** A text that is pasted, or a file of the provider. */
function MetadataField({ value, onChange }: { value: string; onChange(text: string): void }) {
  const read = async (file: File | null) => {
    if (file) onChange(await file.text());
  };
  return (
    <Stack gap={4} align="stretch">
      <Textarea
        label={t('saml.metadata')}
        description={t('saml.metadataHint')}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Group gap="xs">
        <FileButton
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          onChange={(file) => void read(file)}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {t('saml.upload')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {t('saml.uploadHint')}
        </Text>
      </Group>
    </Stack>
  );
}
