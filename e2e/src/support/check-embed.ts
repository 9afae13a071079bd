import assert from 'node:assert/strict';
import { chromiumPath } from './browsers/browser.ts';
import { startCommand } from './command.ts';
import type { Oriel } from './oriel.ts';

/** What `oriel embed-check --json` says. */
export interface CheckedEmbed {
  surface: string;
  mode: string;
  url: string;
  passed: number;
  failed: number;
  notTried: number;
  rules: { rule: string; outcome: string; detail?: string }[];
}

/** Checks a surface from outside. `failed` says what was seen, `notTried` the rules alone. */
export async function checkEmbed(
  oriel: Oriel,
  path: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const { outcome } = startCommand(oriel.dataDir, ['embed-check', `${oriel.url}${path}`, '--json', ...args], {
    ORIEL_CHROMIUM: chromiumPath(),
    ORIEL_API_KEY: oriel.apiKey ?? '',
    ...env,
  });
  const { code, stdout, stderr } = await outcome;
  assert.ok(stdout !== '', stderr);
  const checked = JSON.parse(stdout) as CheckedEmbed;
  const of = (wanted: string) => checked.rules.filter((one) => one.outcome === wanted);
  return {
    code,
    checked,
    failed: of('failed').map((one) => `${one.rule}: ${one.detail}`),
    notTried: of('not tried').map(({ rule }) => rule),
  };
}
