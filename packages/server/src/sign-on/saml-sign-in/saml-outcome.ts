import type { VerifiedPerson } from '../flow/finish-sign-on.ts';
import { SignOnFailure } from '../sign-on-failure.ts';

/** What a response has said, as its transaction keeps it until the browser ends the sign-in. */
type SamlOutcome = VerifiedPerson | SignOnFailure;

type Details = Readonly<Record<string, string>>;

/** The details of a transaction with an outcome. */
export function writeOutcome(outcome: SamlOutcome): Details {
  return outcome instanceof SignOnFailure
    ? { failure: outcome.detail ?? outcome.message }
    : { person: JSON.stringify(outcome) };
}

/** The outcome that a transaction has; undefined for one that nothing was answered to. */
export function readOutcome({ failure, person }: Details): SamlOutcome | undefined {
  if (failure !== undefined) return new SignOnFailure('provider_failed', { detail: failure });
  // Written by `writeOutcome` alone; what is undefined is absent in JSON.
  return person === undefined ? undefined : (JSON.parse(person) as VerifiedPerson);
}
