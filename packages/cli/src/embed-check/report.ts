import type { RuleResult, SkippedRules } from './check-embed.ts';

const MAX_DETAIL = 300;

/** A line for a rule, with what was seen where it does not hold. */
export function resultLine({ outcome, title, section, detail }: RuleResult): string {
  const words = detail === undefined ? '' : `: ${printable(detail)}`;
  const place = outcome === 'failed' ? ` (SPEC ${section})` : '';
  return `${outcome.padEnd(9)}  ${title}${place}${words}`;
}

/** A line for the rules that were left out together. */
export function skippedLine({ count, cause }: SkippedRules): string {
  const rules = count === 1 ? '1 rule that rests' : `${count} rules that rest`;
  return `not tried  ${rules} on: ${cause}`;
}

/** How many came out how. */
export function countResults(results: readonly RuleResult[]) {
  const count = (outcome: RuleResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  return { passed: count('passed'), failed: count('failed'), notTried: count('not tried') };
}

/** What a surface says may hold what moves a terminal. */
function printable(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
  return plain.length > MAX_DETAIL ? `${plain.slice(0, MAX_DETAIL)}…` : plain;
}
