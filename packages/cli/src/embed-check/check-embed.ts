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

/** Rules that were left out together. */
export interface SkippedRules {
  readonly count: number;
  /** The title of the rule that they rest on. */
  readonly cause: string;
}

/**
 * Tries the rules on a surface, one after the other. Rules that rest on one that did not hold are left out: they are in
 * the results, and told together by `onSkipped`, not one by one.
 */
export async function checkEmbed(
  groups: readonly RuleGroup[],
  harness: Harness,
  {
    signal,
    onResult,
    onSkipped,
  }: {
    signal: AbortSignal;
    onResult: (result: RuleResult) => void;
    onSkipped: (skipped: SkippedRules) => void;
  },
): Promise<RuleResult[]> {
  const results: RuleResult[] = [];
  const note = (result: RuleResult) => {
    results.push(result);
    onResult(result);
  };
  const skip = (rules: readonly Rule[], { title }: Rule) => {
    if (rules.length === 0) return;
    const reason = new NotTried(`it rests on: ${title}`);
    results.push(...rules.map((rule) => resultOf(rule, reason)));
    onSkipped({ count: rules.length, cause: title });
  };
  const { surface, mode } = harness.address;
  const fits = (wanted: { mode?: EmbedMode }) => wanted.mode === undefined || wanted.mode === mode;
  const plan = groups.filter(fits).map(({ rules, open }) => ({
    open,
    rules: rules.filter((rule) => fits(rule) && (rule.surfaces?.includes(surface) ?? true)),
  }));
  for (const [at, { rules, open }] of plan.entries()) {
    signal.throwIfAborted();
    const broken = await tryGroup(rules, () => open(harness), signal, note);
    if (!broken) continue;
    const later = broken.isDecisive ? plan.slice(at + 1).flatMap((group) => group.rules) : [];
    skip([...rules.slice(rules.indexOf(broken) + 1), ...later], broken);
    if (broken.isDecisive) break;
  }
  return results;
}

/** Tries the rules of a group. @returns the one that the rest of them rests on, where it did not hold */
async function tryGroup(
  rules: readonly Rule[],
  open: () => Promise<SurfaceDriver>,
  signal: AbortSignal,
  note: (result: RuleResult) => void,
): Promise<Rule | undefined> {
  const [first] = rules;
  if (!first) return undefined;
  let driver: SurfaceDriver;
  try {
    driver = await open();
  } catch (error) {
    note(resultOf(first, error));
    return first;
  }
  try {
    for (const rule of rules) {
      signal.throwIfAborted();
      try {
        const seen = await rule.check(driver);
        note({ ...describe(rule), outcome: 'passed', ...(seen !== undefined && { detail: seen }) });
      } catch (error) {
        note(resultOf(rule, error));
        if (rule.isVital || rule.isDecisive) return rule;
      }
    }
    return undefined;
  } finally {
    await driver.close();
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
