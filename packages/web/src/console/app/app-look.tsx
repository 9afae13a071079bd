import { MantineProvider, type CSSVariablesResolver } from '@mantine/core';
import type { AppConfigResponse } from '@oriel/contract';
import { useEffect, useMemo, type ReactNode } from 'react';
import { applyAppearance, loadFonts } from '../../dashboard/look/account-appearance.ts';
import { ChartPalettes } from '../../dashboard/look/chart-palettes.ts';
import { AccountTheme } from '../look/account-look.tsx';
import { consoleLook } from '../look/theme.ts';

const NO_PALETTES = [] as const;

/** The values of the host's theme, by their custom properties on the page; empty where it says nothing. */
export interface HostLook {
  readonly accent: string;
  readonly font: string;
  readonly radius: string;
}

interface AppLookProps {
  nonce: string;
  account: Pick<AppConfigResponse, 'appTheme' | 'chartPalettes'> | undefined;
  scheme: 'light' | 'dark';
  host: HostLook;
  children: ReactNode;
}

/**
 * The components of the console in the look of the account, below that of the host. Nothing of it is remembered in the
 * browser.
 */
export function AppLook({ nonce, account, scheme, host, children }: AppLookProps) {
  const theme = account?.appTheme ?? null;
  const palettes = account?.chartPalettes ?? NO_PALETTES;
  const look = useMemo(() => consoleLook(theme), [theme]);
  const variables = useMemo(() => withHost(look.variables, host), [look, host]);
  useEffect(() => {
    applyAppearance(document.documentElement, { theme, palettes }, scheme);
    void loadFonts(theme);
  }, [theme, palettes, scheme]);
  return (
    <MantineProvider
      theme={look.theme}
      cssVariablesResolver={variables}
      forceColorScheme={scheme}
      getStyleNonce={() => nonce}
    >
      <AccountTheme value={theme}>
        <ChartPalettes value={palettes}>{children}</ChartPalettes>
      </AccountTheme>
    </MantineProvider>
  );
}

/** The variables of the components, with the host's colour, font and corners in place of the account's. */
function withHost(resolve: CSSVariablesResolver, { accent, font, radius }: HostLook): CSSVariablesResolver {
  const tint = (share: number) => `color-mix(in srgb, ${accent} ${share}%, transparent)`;
  const colors: Record<string, string> =
    accent === ''
      ? {}
      : {
          '--mantine-primary-color-filled': accent,
          '--mantine-primary-color-filled-hover': `color-mix(in srgb, ${accent}, black 12%)`,
          '--mantine-primary-color-light': tint(14),
          '--mantine-primary-color-light-hover': tint(22),
          '--mantine-primary-color-light-color': `color-mix(in srgb, ${accent} 55%, var(--mantine-color-text))`,
          '--mantine-color-anchor': `color-mix(in srgb, ${accent} 70%, var(--mantine-color-text))`,
        };
  const shared = {
    ...(font !== '' && { '--mantine-font-family': font, '--mantine-font-family-headings': font }),
    ...(radius !== '' && { '--mantine-radius-default': radius, '--mantine-radius-md': radius }),
  };
  return (theme) => {
    const { variables, light, dark } = resolve(theme);
    return {
      variables: { ...variables, ...shared },
      light: { ...light, ...colors },
      dark: { ...dark, ...colors },
    };
  };
}
