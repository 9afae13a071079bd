import { defineError } from './define-error.ts';

/** Refusals of requests about second factors. */
export const secondFactorErrors = {
  passkey_refused: defineError(
    400,
    () => 'The passkey does not answer to what was asked, or is there already; begin again',
  ),
  too_many_passkeys: defineError(400, () => 'There are as many passkeys as may be; remove one first'),
  totp_not_started: defineError(400, () => 'There is no authenticator to confirm; begin to set one up'),
  totp_already_set_up: defineError(400, () => 'An authenticator is set up already; remove it first'),
  second_factor_missing: defineError(400, () => 'There is no second factor yet; set one up first'),
  second_factor_required: defineError(
    401,
    () => 'The second factor is asked for now; the browser has a challenge for it',
  ),
  second_factor_wrong: defineError(403, () => 'The code or the passkey is not valid, or was used before'),
  second_factor_demanded: defineError(
    403,
    () => 'The account demands a second factor; set up another one first',
  ),
  second_factor_enrolment_required: defineError(
    403,
    () => 'The account demands a second factor; set one up before anything else',
  ),
  passkey_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no passkey ${id} of yours`),
};
