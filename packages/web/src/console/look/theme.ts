// Before what changes it, in whatever chunk the bundler puts both.
import '@mantine/core/styles.css';
import {
  createTheme,
  mergeThemeOverrides,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import type { AppTheme } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { accountTheme, accountVariables } from './account-theme.ts';
import styles from './theme.module.css';

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

/** From text to the darkest ground, tinted like the panels around. */
const dark: MantineColorsTuple = [
  '#e4e7ec',
  '#c3c9d2',
  '#9aa4b2',
  '#6b7482',
  '#3a414c',
  '#2b3038',
  '#22262d',
  '#1a1d22',
  '#14161a',
  '#0f1114',
];

/** The cross of a dialog has no text of its own. */
const dialogProps = { closeButtonProps: { 'aria-label': t('action.close') } };

/** The product's own look: one blue, calm greys, small type for people who read tables. */
const productTheme = createTheme({
  primaryColor: 'bay',
  primaryShade: { light: 7, dark: 6 },
  colors: { bay, dark },
  defaultRadius: 'md',
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  headings: {
    fontWeight: '640',
    sizes: { h1: { fontSize: '22px' }, h2: { fontSize: '17px' }, h3: { fontSize: '14px' } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { styles: { root: { textTransform: 'none', fontWeight: 600 } } },
    AppShell: { classNames: { header: styles.panel, navbar: styles.panel } },
    Modal: { classNames: { title: styles.dialogTitle }, defaultProps: dialogProps },
    Drawer: { classNames: { title: styles.dialogTitle }, defaultProps: dialogProps },
    Input: { classNames: { input: styles.input } },
    NavLink: { classNames: { root: styles.navLink } },
  },
});

/** A tint of a colour that lies on dark panels without shouting, and text that is read on it. */
const darkTint = (name: string, rgb: string, text: string) => ({
  [`--mantine-color-${name}-light`]: `rgb(${rgb} / 16%)`,
  [`--mantine-color-${name}-light-hover`]: `rgb(${rgb} / 24%)`,
  [`--mantine-color-${name}-light-color`]: text,
});

/** The colours of badges and of the initials of people. */
const tinted = [
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
];

/** Text that is read on a light tint of its colour, which the palette's own is too pale for. */
const lightTexts = Object.fromEntries(
  tinted.map((name) => [
    `--mantine-color-${name}-light-color`,
    `color-mix(in srgb, var(--mantine-color-${name}-9), black 35%)`,
  ]),
);

/** What the theme cannot say: quiet texts that keep a contrast of 4.5 to 1, and tints for the dark. */
const productVariables = {
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b6472',
    '--mantine-color-placeholder': '#6b7482',
    '--mantine-color-red-text': '#c92a2a',
    '--mantine-color-error': '#c92a2a',
    ...lightTexts,
  },
  dark: {
    '--mantine-color-dimmed': '#9aa4b2',
    '--mantine-color-placeholder': '#8b95a3',
    '--mantine-color-red-text': '#ffa8a8',
    '--mantine-color-error': '#ffa8a8',
    ...darkTint('bay', '111 136 232', '#b8c5f4'),
    ...darkTint('red', '250 82 82', '#ffa8a8'),
    ...darkTint('orange', '255 146 43', '#ffc078'),
    ...darkTint('green', '64 192 87', '#8ce99a'),
    ...darkTint('gray', '154 164 178', '#c3c9d2'),
    '--mantine-primary-color-light': 'rgb(111 136 232 / 16%)',
    '--mantine-primary-color-light-hover': 'rgb(111 136 232 / 24%)',
    '--mantine-primary-color-light-color': '#b8c5f4',
  },
};

/** The look of the console, and that of an account where it has one for it. */
export function consoleLook(theme: AppTheme | null | undefined): {
  theme: MantineThemeOverride;
  variables: CSSVariablesResolver;
} {
  if (!theme) return { theme: productTheme, variables: () => productVariables };
  const { variables, light, dark: darkVariables } = productVariables;
  return {
    theme: mergeThemeOverrides(productTheme, accountTheme(theme)),
    variables: () => ({
      variables,
      light: { ...light, ...accountVariables(theme, 'light') },
      dark: { ...darkVariables, ...accountVariables(theme, 'dark') },
    }),
  };
}
