import { Fieldset, SimpleGrid, TextInput } from '@mantine/core';
import type { ProviderClaims } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';

const names = ['email', 'givenName', 'familyName', 'groups', 'externalId'] as const;

type ClaimTexts = Readonly<Record<(typeof names)[number], string>>;

/** The claims of a provider as texts; empty for the default, and of the external id for none. */
export function claimTextsOf(claims: ProviderClaims | undefined): ClaimTexts {
  const textOf = (name: (typeof names)[number]) => claims?.[name] ?? '';
  return {
    email: textOf('email'),
    givenName: textOf('givenName'),
    familyName: textOf('familyName'),
    groups: textOf('groups'),
    externalId: textOf('externalId'),
  };
}

/** What texts say of claims: what is empty stays as it is, but for the external id. */
export function claimsOf({ externalId, ...texts }: ClaimTexts) {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return { ...Object.fromEntries(given), externalId: externalId.trim() === '' ? null : externalId.trim() };
}

/** The names of the claims that say who a person is. */
export function ClaimFields({ value, onChange }: { value: ClaimTexts; onChange(value: ClaimTexts): void }) {
  return (
    <Fieldset legend={t('authentication.form.claims')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {names.map((name) => (
          <TextInput
            key={name}
            label={t(`authentication.form.claim.${name}`)}
            value={value[name]}
            onChange={(event) => onChange({ ...value, [name]: event.target.value })}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
