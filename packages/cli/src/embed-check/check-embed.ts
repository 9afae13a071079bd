import type { SurfaceDriver } from './surface-driver.ts';
import type { EmbedMode } from './embed-address.ts';
import type { Rule, RuleGroup, Harness } from './rule.ts';
import { Misbehaviour, NotTried } from './rule-outcomes.ts';

/** What came of a rule. */
export interface RuleResult {
  readonly rule: string;
  readonly title: string;
  /** Of SPEC.md. */
  readonly section: number;
  readonly outcome: 'passed' | 'failed' | 'not tried';
  /** What was seen, or why it was not tried. */
  readonly detail?: string;
}

/** Tries the rules on a surface, one after the other. */
export async function checkEmbed(
  groups: readonly RuleGroup[],
  harness: Harness,
  { signal, onResult }: { signal: AbortSignal; onResult: (result: RuleResult) => void },
): Promise<RuleResult[]> {
  const results: RuleResult[] = [];
  const note = (result: RuleResult) => {
    results.push(result);
    onResult(result);
  };
  const { surface, mode } = harness.address;
  const fits = (wanted: { mode?: EmbedMode }) => wanted.mode === undefined || wanted.mode === mode;
  for (const { rules, open } of groups.filter(fits)) {
    signal.throwIfAborted();
    const own = rules.filter((rule) => fits(rule) && (rule.surfaces?.includes(surface) ?? true));
    let driver: SurfaceDriver | undefined;
    try {
      driver = await open(harness);
      await tryAll(own, driver, signal, note);
    } catch (error) {
      // The surface could not be opened at all: that is said of each rule.
      if (driver) throw error;
      for (const rule of own) note(resultOf(rule, error));
    } finally {
      await driver?.close();
    }
  }
  return results;
}

async function tryAll(
  rules: readonly Rule[],
  driver: SurfaceDriver,
  signal: AbortSignal,
  note: (result: RuleResult) => void,
): Promise<void> {
  let broken: string | undefined;
  for (const rule of rules) {
    signal.throwIfAborted();
    if (broken !== undefined) {
      note(resultOf(rule, new NotTried(`it rests on: ${broken}`)));
      continue;
    }
    try {
      const seen = await rule.check(driver);
      note({ ...describe(rule), outcome: 'passed', ...(seen !== undefined && { detail: seen }) });
    } catch (error) {
      if (rule.isVital) broken = rule.title;
      note(resultOf(rule, error));
    }
  }
}

const describe = ({ id, title, section }: Rule) => ({ rule: id, title, section });

/** What a browser refuses, such as the frame of a page that forbids it, is the surface's doing as well. */
function resultOf(rule: Rule, error: unknown): RuleResult {
  if (error instanceof NotTried) return { ...describe(rule), outcome: 'not tried', detail: error.message };
  if (error instanceof Misbehaviour) return { ...describe(rule), outcome: 'failed', detail: error.message };
  if (error instanceof Error && /^(page|frame|locator|browser|apiRequest)\w*\./.test(error.message))
    return { ...describe(rule), outcome: 'failed', detail: error.message.split('\n')[0] ?? '' };
  throw error;
}
