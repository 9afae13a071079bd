import type { ChartPalette } from '@oriel/contract';
import { createContext } from 'react';

/** The palettes of the account, for every chart below. */
export const ChartPalettes = createContext<readonly ChartPalette[]>([]);
