import { SamlFault } from './saml-fault.ts';

/** How far the clocks of two servers may be apart. */
export const CLOCK_SKEW_MS = 60_000;
/** An assertion is presented at once; what is older was kept somewhere. */
export const MAX_ASSERTION_AGE_MS = 60 * 60_000;
/** From the first moment in which an assertion is taken until the last: its id is remembered for so long. */
export const ASSERTION_LIFETIME_SECONDS = (MAX_ASSERTION_AGE_MS + 2 * CLOCK_SKEW_MS) / 1000;

/** Checks when an assertion was made. @throws as {@link checkTimes} */
export function checkIssueInstant(issueInstant: string | undefined, nowMs: number): void {
  const issuedMs = toTime(issueInstant, 'IssueInstant');
  if (issuedMs === undefined) throw new SamlFault('malformed', 'no IssueInstant');
  if (issuedMs > nowMs + CLOCK_SKEW_MS) throw new SamlFault('not_yet_valid', issueInstant);
  if (issuedMs < nowMs - MAX_ASSERTION_AGE_MS - CLOCK_SKEW_MS) throw new SamlFault('expired', issueInstant);
}

/** Checks a range of time, without its end. @throws {@link SamlFault} `not_yet_valid`, `expired`, `malformed` */
export function checkTimes(
  { notBefore, notOnOrAfter }: { notBefore?: string | undefined; notOnOrAfter?: string | undefined },
  nowMs: number,
): void {
  const fromMs = toTime(notBefore, 'NotBefore');
  if (fromMs !== undefined && nowMs + CLOCK_SKEW_MS < fromMs) throw new SamlFault('not_yet_valid', notBefore);
  const untilMs = toTime(notOnOrAfter, 'NotOnOrAfter');
  if (untilMs !== undefined && nowMs - CLOCK_SKEW_MS >= untilMs) throw new SamlFault('expired', notOnOrAfter);
}

/** Times of SAML are in UTC: without a zone they would be read in the zone of this machine. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|\+00:00)$/;

function toTime(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const time = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new SamlFault('malformed', `${name} is no time in UTC`);
  return time;
}
