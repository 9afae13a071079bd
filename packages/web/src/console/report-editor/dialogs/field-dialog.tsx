import { Alert, Autocomplete, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { CalculatedField } from '@oriel/contract';
import { MAX_CALCULATED_FIELD_LENGTH, MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t as consoleText } from '../../../messages/console-texts.ts';
import { t } from '../../../messages/report-editor-texts.ts';
import { QueryRefused } from '../../../query/load-batch.ts';
import type { ModelSource } from '../../data-model/model-members.ts';
import { Dialog } from '../../elements/dialog.tsx';
import { sentenceOf } from '../../api/error-text.ts';
import { compileQuery } from '../query/compile-query.ts';
import type { CalculatedFields } from '../edits/report-parts.ts';

interface FieldDialogProps {
  deploymentId: number;
  /** The view or cube that the field is added to. */
  source: ModelSource;
  /** The field that is changed; undefined makes a new one. */
  edited: { name: string; field: CalculatedField } | undefined;
  /** The other fields, which it may refer to. */
  fields: CalculatedFields;
  nameOf(title: string): string;
  onDone(name: string, field: CalculatedField): void;
  onClose(): void;
}

/** Formats of the model language that numbers are mostly written in. */
const FORMATS = ['number_0', 'number_2', 'percent_1', 'currency_2', 'abbr'];

/** Examples of the expression language, which is the same in every language. */
const EXAMPLE = 'SUM(amount) / COUNT(DISTINCT customer)';

/**
 * A calculated field of the query: its expression is tried before it is taken, and what is wrong with it is said in the
 * compiler's words.
 */
export function FieldDialog(props: FieldDialogProps) {
  const { deploymentId, source, edited, fields, nameOf, onDone, onClose } = props;
  const [title, setTitle] = useState(edited?.field.title ?? '');
  const [sql, setSql] = useState(edited?.field.sql ?? '');
  const [format, setFormat] = useState(edited?.field.format ?? '');
  const area = useRef<HTMLTextAreaElement>(null);
  const isWhole = title.trim() !== '' && sql.trim() !== '';
  const attempt = useMutation({
    mutationFn: async () => {
      const name = edited?.name ?? nameOf(title);
      const field = {
        title: title.trim(),
        sql: sql.trim(),
        ...(format.trim() !== '' && { format: format.trim() }),
      };
      const kind = await kindOf(deploymentId, { name, field, fields });
      return { name, field: { ...field, kind } };
    },
    onSuccess: ({ name, field }) => onDone(name, field),
  });
  const insert = (member: string) => {
    const at = area.current?.selectionStart ?? sql.length;
    const end = area.current?.selectionEnd ?? at;
    setSql(sql.slice(0, at) + member + sql.slice(end));
    area.current?.focus();
  };
  return (
    <Dialog title={t(edited ? 'calculate.edit' : 'calculate.add')} size="lg" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && !attempt.isPending) attempt.mutate();
        }}
      >
        <Stack gap="sm">
          <TextInput
            data-autofocus
            required
            label={t('calculate.name')}
            maxLength={MAX_NAME_LENGTH}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
          <Textarea
            ref={area}
            required
            autosize
            minRows={3}
            maxRows={10}
            label={t('calculate.expression')}
            description={t('calculate.hint')}
            placeholder={EXAMPLE}
            maxLength={MAX_CALCULATED_FIELD_LENGTH}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            spellCheck={false}
            value={sql}
            onChange={({ target }) => setSql(target.value)}
          />
          <Group grow align="flex-end">
            <Select
              searchable
              label={t('calculate.insert')}
              placeholder={t('calculate.member')}
              nothingFoundMessage={t('members.none')}
              limit={100}
              value={null}
              data={source.members
                .filter(({ kind, name }) => kind !== 'segment' && name !== edited?.name)
                .map((member) => ({ value: member.name, label: member.title }))}
              onChange={(name) => name !== null && insert(name.split('.')[1] ?? name)}
            />
            <Autocomplete
              label={t('calculate.format')}
              placeholder={t('calculate.noFormat')}
              maxLength={MAX_NAME_LENGTH}
              value={format}
              data={FORMATS}
              onChange={setFormat}
            />
          </Group>
          {attempt.isError && (
            <Alert color="red" role="alert" title={t('calculate.refused')}>
              <Text size="sm">{faultOf(attempt.error)}</Text>
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {consoleText('action.cancel')}
            </Button>
            <Button type="submit" disabled={!isWhole} loading={attempt.isPending}>
              {t('calculate.done')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface TriedField {
  name: string;
  field: CalculatedField;
  fields: CalculatedFields;
}

/**
 * What the expression is, by what the compiler makes of it.
 *
 * @throws {@link QueryRefused} for an expression that is neither
 */
async function kindOf(
  deploymentId: number,
  { name, field, fields }: TriedField,
): Promise<'measure' | 'dimension'> {
  const calculatedFields = { ...fields, [name]: field };
  try {
    await compileQuery(deploymentId, { measures: [name], calculatedFields });
    return 'measure';
  } catch (error) {
    if (!(error instanceof QueryRefused) || error.code !== 'wrong_kind') throw error;
    await compileQuery(deploymentId, { dimensions: [name], calculatedFields });
    return 'dimension';
  }
}

/** The compiler names the field that is at fault, which is the one that is open. */
const faultOf = (error: Error) => sentenceOf(error).replace(/^calculatedFields\.[\w.]+: /, '');
