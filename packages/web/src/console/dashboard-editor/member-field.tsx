import { Select, Text } from '@mantine/core';
import { t } from '../../messages/dashboard-editor-texts.ts';
import { useDeploymentId } from '../deployment-id.ts';
import { groupedByView, useDimensions, type Dimension } from './use-members.ts';

interface MemberFieldProps {
  label: string;
  value: string | null | undefined;
  /** Which are offered; default all. */
  accepts?(dimension: Dimension): boolean;
  /** Opens the list at once, for a choice that has to be made. */
  isOpenAtFirst?: boolean;
  onChange(name: string, dimension: Dimension | undefined): void;
}

const MOST = 200;

/** A dimension of the model, by view. */
export function MemberField({
  label,
  value,
  accepts = () => true,
  isOpenAtFirst = false,
  onChange,
}: MemberFieldProps) {
  const { dimensions, isPending, isError } = useDimensions(useDeploymentId());
  const offered = dimensions.filter(accepts);
  const isKnown = value == null || value === '' || offered.some(({ name }) => name === value);
  return (
    <>
      <Select
        label={label}
        placeholder={isPending ? t('member.loading') : t('member.choose')}
        searchable
        allowDeselect={false}
        limit={MOST}
        defaultDropdownOpened={isOpenAtFirst}
        nothingFoundMessage={t('member.none')}
        data={[
          ...(isKnown ? [] : [{ group: '', items: [{ value, label: value }] }]),
          ...groupedByView(offered),
        ]}
        value={value ?? null}
        onChange={(name) =>
          name !== null &&
          onChange(
            name,
            dimensions.find((each) => each.name === name),
          )
        }
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
