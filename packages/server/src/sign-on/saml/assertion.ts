/** A statement that the one who presents the assertion is its subject. Times are ISO 8601. */
export interface SubjectConfirmation {
  readonly method: string | undefined;
  readonly recipient: string | undefined;
  readonly inResponseTo: string | undefined;
  readonly notBefore: string | undefined;
  readonly notOnOrAfter: string | undefined;
}

/** What an assertion says. Times are ISO 8601, as they were sent. */
export interface Assertion {
  readonly id: string;
  readonly version: string | undefined;
  readonly issuer: string;
  readonly issueInstant: string | undefined;
  readonly subject: { readonly nameId: string; readonly format: string | undefined };
  readonly confirmations: readonly SubjectConfirmation[];
  readonly conditions:
    | {
        readonly notBefore: string | undefined;
        readonly notOnOrAfter: string | undefined;
        /** One list for each restriction; all of them hold. */
        readonly audiences: readonly (readonly string[])[];
      }
    | undefined;
  /** The session at the provider; undefined where the assertion names none. */
  readonly sessionIndex: string | undefined;
  readonly sessionNotOnOrAfter: string | undefined;
  readonly hasAuthenticated: boolean;
  /** Values by the names of attributes, in the order in which they were sent. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}
