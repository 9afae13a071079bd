import { MantineProvider, useComputedColorScheme } from '@mantine/core';
import type { AppConfigResponse, AppTheme } from '@oriel/contract';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { applyAppearance, loadFonts } from '../../dashboard/look/account-appearance.ts';
import { ChartPalettes } from '../../dashboard/look/chart-palettes.ts';
import { pageConfig } from '../../page/page-config.ts';
import { useAppConfig } from '../api/app-config.ts';
import { signInScheme } from '../language/sign-in-scheme.ts';
import { consoleLook } from './theme.ts';

/** The look of the account where the console has it; null for that of the product. */
export const AccountTheme = createContext<AppTheme | null>(null);

/** Takes the settings once they are known, which is after the sign-in. */
const TellAppConfig = createContext<(config: AppConfigResponse) => void>(() => {});

/** Of the window of a sign-in, which stays one. */
const FORCED_SCHEME = signInScheme(window.location);

const NO_PALETTES = [] as const;

/** Keeps the look and the palettes as the settings of the account are, for as long as a user is signed in. */
export function useAccountLook(): void {
  const tell = use(TellAppConfig);
  const { data } = useAppConfig();
  useEffect(() => {
    if (data) tell(data);
  }, [data, tell]);
}

/** The components of the console in the look that the account has for it, and its palettes for every chart. */
export function AccountLook({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [known, setKnown] = useState<AppConfigResponse>();
  const theme = (known ? known.applyThemeGlobally && known.appTheme : pageConfig().theme) || null;
  const look = useMemo(() => consoleLook(theme), [theme]);
  const palettes = known?.chartPalettes ?? NO_PALETTES;
  return (
    <MantineProvider
      theme={look.theme}
      cssVariablesResolver={look.variables}
      defaultColorScheme="auto"
      {...(FORCED_SCHEME && { forceColorScheme: FORCED_SCHEME })}
      getStyleNonce={() => nonce}
    >
      <TellAppConfig value={setKnown}>
        <AccountTheme value={theme}>
          <ChartPalettes value={palettes}>
            <PageProperties theme={theme} palettes={palettes} />
            {children}
          </ChartPalettes>
        </AccountTheme>
      </TellAppConfig>
    </MantineProvider>
  );
}

/** What dashboards and charts of the console read from the page. */
function PageProperties({ theme, palettes }: Parameters<typeof applyAppearance>[1]) {
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    applyAppearance(document.documentElement, { theme, palettes }, scheme);
    void loadFonts(theme);
  }, [theme, palettes, scheme]);
  return null;
}
