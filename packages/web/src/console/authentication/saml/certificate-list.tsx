import { ActionIcon, Badge, Group, Input, Stack, Text, Textarea } from '@mantine/core';
import type { SamlCertificate } from '@oriel/contract';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../messages/console-texts.ts';
import { formatDay } from '../../times/format-time.ts';
import { stateOf } from './saml-draft.ts';

interface CertificateListProps {
  certificates: readonly SamlCertificate[];
  /** The text of one that is to be added. */
  added: string;
  /** Whether there is a field for another; metadata brings its own. */
  canAdd: boolean;
  error: string | undefined;
  onChange(certificates: SamlCertificate[]): void;
  onAdd(text: string): void;
}

/** The certificates that responses may be signed with, with the end of each, and a field for the next. */
export function CertificateList({
  certificates,
  added,
  canAdd,
  error,
  onChange,
  onAdd,
}: CertificateListProps) {
  return (
    <Input.Wrapper
      label={t('saml.certificates')}
      description={t('saml.certificatesHint')}
      error={canAdd ? undefined : error}
      labelElement="div"
    >
      <Stack gap="xs" mt="xs">
        {certificates.map((certificate, index) => (
          <Certificate
            key={certificate.fingerprint}
            certificate={certificate}
            onRemove={() => onChange(certificates.filter((_, at) => at !== index))}
          />
        ))}
        {canAdd && (
          <Textarea
            aria-label={t('saml.addCertificate')}
            placeholder={t('saml.addCertificate')}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
            value={added}
            error={error}
            onChange={(event) => onAdd(event.target.value)}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

const COLORS = { ended: 'red', ending: 'yellow', valid: 'green' } as const;

function Certificate({ certificate, onRemove }: { certificate: SamlCertificate; onRemove(): void }) {
  const { subject, fingerprint, validUntil } = certificate;
  const [nowMs] = useState(() => Date.now());
  const state = stateOf(certificate, nowMs);
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Stack gap={0} miw={0}>
        <Text size="sm" truncate>
          {subject || fingerprint.slice(0, 23)}
        </Text>
        <Text size="xs" c="dimmed" truncate title={fingerprint}>
          {fingerprint.slice(0, 23)}
        </Text>
      </Stack>
      <Group gap="xs" wrap="nowrap">
        <Badge variant="light" color={COLORS[state]} style={{ flexShrink: 0 }}>
          {t(`saml.states.${state}`, { day: formatDay(validUntil) })}
        </Badge>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('saml.removeCertificate', { name: subject || fingerprint.slice(0, 23) })}
          onClick={onRemove}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
