import type { AppTheme } from '@oriel/contract';
import type { FilterValue } from '@oriel/dashboard/control-settings';

/** A filter with what it is called; without a label as the model calls its member. */
export interface ToldFilter {
  member: string;
  operator: string;
  value: FilterValue;
  label?: string;
}

/** What the server tells a page of ours in the page itself. */
interface PageConfig {
  brand?: 'svc' | 'cube';
  /** The origins that may frame the page; none: any may. */
  allowedOrigins?: string[];
  /** The hosts that pictures of the page may come from. */
  imageHosts?: string[];
  /** Whether the server draws pictures and documents of dashboards. */
  draws?: boolean;
  /** What the server makes of the page; absent on those that people look at. */
  drawnAs?: 'picture' | 'sheets';
  /** Filters that the server has the page put in words, for a picture. */
  toldFilters?: ToldFilter[];
  /** The look of the account, where the console has it. */
  theme?: AppTheme;
  /** Goes into style elements that a program makes; where there is none, the page makes none. */
  styleNonce?: string;
}

let config: PageConfig | undefined;

/** Reads it once: the server of development tells nothing, and the defaults hold. */
export function pageConfig(): PageConfig {
  config ??= JSON.parse(document.querySelector('#oriel-config')?.textContent ?? '{}') as PageConfig;
  return config;
}

/** Whether the page is laid out for sheets of paper. */
export const isPrinted = (): boolean => pageConfig().drawnAs === 'sheets';
