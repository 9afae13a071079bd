import { NumberInput, Radio, Stack } from '@mantine/core';
import type { LanguageModelSettings } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { formatCount } from '../times/format-time.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { useUpdateLanguageModel } from './language-model-api.ts';

const kinds = ['default', 'own', 'none'] as const;
type Kind = (typeof kinds)[number];

/** The largest limit that the API takes. */
const MAX_TOKENS = 2_147_483_647;

const kindOf = (tokens: number | null): Kind => (tokens === null ? 'default' : tokens === 0 ? 'none' : 'own');

/** How much of models one person may use in a day. */
export function LimitForm({ settings }: { settings: LanguageModelSettings }) {
  const { dailyTokens, defaultDailyTokens } = settings;
  const saved = dailyTokens ?? null;
  const [kind, setKind] = useState(kindOf(saved));
  const [tokens, setTokens] = useState<number | ''>(
    saved === null || saved === 0 ? defaultDailyTokens : saved,
  );
  const update = useUpdateLanguageModel();
  const chosen = { default: null, none: 0, own: tokens }[kind];
  return (
    <SectionForm
      title={t('ai.limit.title')}
      hint={t('ai.limit.hint')}
      isChanged={chosen !== '' && chosen !== saved}
      mutation={update}
      onSave={() => {
        if (chosen !== '') update.mutate({ dailyTokens: chosen });
      }}
    >
      <Radio.Group aria-label={t('ai.limit.kind')} value={kind} onChange={(value) => setKind(value)}>
        <Stack gap="xs">
          {kinds.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`ai.limit.kinds.${value}`, { count: formatCount(defaultDailyTokens) })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'own' && (
        <NumberInput
          label={t('ai.limit.tokens')}
          min={1}
          max={MAX_TOKENS}
          allowDecimal={false}
          thousandSeparator=","
          clampBehavior="strict"
          value={tokens}
          onChange={(value) => setTokens(typeof value === 'number' && value > 0 ? value : '')}
        />
      )}
    </SectionForm>
  );
}
