import { Box, useComputedColorScheme, type BoxProps } from '@mantine/core';
import { DateInput, type DateInputProps } from '../../dashboard/dates/date-input.tsx';
import '../../dashboard/look/tokens.css';

/** The date input of dashboards, in the colours of the console. */
export function DateField({ label, value, min, max, onChange, ...box }: DateInputProps & BoxProps) {
  const scheme = useComputedColorScheme('light');
  return (
    <Box data-scheme={scheme} fz="sm" lh={1.45} {...box}>
      <DateInput {...{ label, value, min, max, onChange }} />
    </Box>
  );
}
