import { createTheme, type MantineColorsTuple } from '@mantine/core';

const bay: MantineColorsTuple = [
  '#eef2ff',
  '#dde4fb',
  '#b8c5f4',
  '#90a4ee',
  '#6f88e8',
  '#5976e5',
  '#4c6ce4',
  '#3657d6',
  '#2f4dc0',
  '#2341aa',
];

/** The look of the console: one blue, calm greys, small type for people who read tables. */
export const consoleTheme = createTheme({
  primaryColor: 'bay',
  primaryShade: { light: 7, dark: 5 },
  colors: { bay },
  defaultRadius: 'md',
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  headings: {
    fontWeight: '640',
    sizes: { h1: { fontSize: '22px' }, h2: { fontSize: '17px' }, h3: { fontSize: '14px' } },
  },
  cursorType: 'pointer',
});
