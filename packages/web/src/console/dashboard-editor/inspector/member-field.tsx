import { Select, Text } from '@mantine/core';
import { t } from '../../../messages/dashboard-editor-texts.ts';
import { memberChoices } from '../../data-model/member-choices.ts';
import type { ModelMember } from '../../data-model/model-members.ts';
import { useModel } from '../../data-model/use-model.ts';
import { useDeploymentId } from '../../api/deployment-id.ts';

interface MemberFieldProps {
  label: string;
  /** Default asks for a dimension. */
  placeholder?: string;
  value: string | null | undefined;
  /** Which are offered; default all dimensions. */
  accepts?(member: ModelMember): boolean;
  /** Opens the list at once, for a choice that has to be made. */
  isOpenAtFirst?: boolean;
  onChange(name: string): void;
}

const MOST = 200;

const isDimension = ({ kind }: ModelMember) => kind === 'dimension';

/** A member of the model, by view. */
export function MemberField({
  label,
  placeholder = t('member.choose'),
  value,
  accepts = isDimension,
  isOpenAtFirst = false,
  onChange,
}: MemberFieldProps) {
  const { data: model, isPending, isError } = useModel(useDeploymentId());
  const offered = model ? memberChoices(model, accepts) : [];
  const isKnown =
    value == null || value === '' || offered.some(({ items }) => items.some((item) => item.value === value));
  return (
    <>
      <Select
        label={label}
        placeholder={isPending ? t('member.loading') : placeholder}
        searchable
        allowDeselect={false}
        limit={MOST}
        defaultDropdownOpened={isOpenAtFirst}
        nothingFoundMessage={t('member.none')}
        data={[...(isKnown ? [] : [{ group: '', items: [{ value, label: value }] }]), ...offered]}
        value={value ?? null}
        onChange={(name) => name !== null && onChange(name)}
      />
      {isError && (
        <Text size="sm" c="red" role="alert">
          {t('member.failed')}
        </Text>
      )}
      {!isPending && !isError && !isKnown && (
        <Text size="sm" c="orange">
          {t('member.unknown', { member: value })}
        </Text>
      )}
    </>
  );
}
