import type { Assertion, SubjectConfirmation } from './assertion.ts';
import { SamlFault } from './saml-fault.ts';
import { BEARER } from './saml-names.ts';
import { checkIssueInstant, checkTimes } from './assertion-times.ts';

/** What an assertion has to fit. */
export interface AssertionExpectations {
  /** The provider's entity id. */
  readonly issuer: string;
  /** Our entity id. */
  readonly audience: string;
  /** Where responses are sent to. */
  readonly callbackUrl: string;
  /** The request that it has to answer; undefined for an assertion that answers none. */
  readonly requestId: string | undefined;
  readonly nowMs: number;
}

/**
 * Checks an assertion with a good signature by the rules of the web browser profile.
 *
 * @throws {@link SamlFault}
 * @see SAML 2.0 Profiles, section 4.1.4.3
 */
export function checkAssertion(assertion: Assertion, expected: AssertionExpectations): void {
  if (assertion.version !== '2.0') throw new SamlFault('malformed', 'not version 2.0');
  if (assertion.issuer !== expected.issuer) throw new SamlFault('issuer', assertion.issuer);
  if (!assertion.hasAuthenticated) throw new SamlFault('subject', 'no authentication statement');
  checkAudience(assertion, expected.audience);
  checkIssueInstant(assertion.issueInstant, expected.nowMs);
  const { conditions, sessionNotOnOrAfter } = assertion;
  checkTimes({ notBefore: conditions?.notBefore, notOnOrAfter: conditions?.notOnOrAfter }, expected.nowMs);
  checkTimes({ notOnOrAfter: sessionNotOnOrAfter }, expected.nowMs);
  checkConfirmations(assertion.confirmations, expected);
}

function checkAudience({ conditions }: Assertion, audience: string): void {
  const restrictions = conditions?.audiences ?? [];
  const isMeant = restrictions.length > 0 && restrictions.every((audiences) => audiences.includes(audience));
  if (!isMeant) throw new SamlFault('audience', restrictions.flat().join(', ') || 'none');
}

/** One confirmation that fits is enough; the fault of the last one tells where none does. */
function checkConfirmations(
  confirmations: readonly SubjectConfirmation[],
  expected: AssertionExpectations,
): void {
  let fault = new SamlFault('recipient', 'no confirmation of a bearer');
  for (const confirmation of confirmations) {
    if (confirmation.method !== BEARER) continue;
    try {
      return checkConfirmation(confirmation, expected);
    } catch (error) {
      if (!(error instanceof SamlFault)) throw error;
      fault = error;
    }
  }
  throw fault;
}

function checkConfirmation(
  { recipient, inResponseTo, notBefore, notOnOrAfter }: SubjectConfirmation,
  { callbackUrl, requestId, nowMs }: AssertionExpectations,
): void {
  if (recipient !== callbackUrl) throw new SamlFault('recipient', recipient ?? 'no recipient');
  if (inResponseTo !== requestId) throw new SamlFault('request', inResponseTo ?? 'no InResponseTo');
  if (notOnOrAfter === undefined) throw new SamlFault('recipient', 'no end of its validity');
  checkTimes({ notBefore, notOnOrAfter }, nowMs);
}
