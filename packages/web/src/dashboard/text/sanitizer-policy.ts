import type { Config } from 'dompurify';

type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>;

let known: Policy | undefined;

/** The one policy that texts become HTML by, which the pages allow to be made once: every sanitizer has to share it. */
export function sanitizerPolicy(): Pick<Config, 'TRUSTED_TYPES_POLICY'> {
  // Browsers without trusted types have no factory, and TypeScript knows of none.
  const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } };
  if (!trustedTypes) return {};
  known ??= trustedTypes.createPolicy('dompurify', {
    createHTML: (html: string) => html,
    createScriptURL: (url: string) => url,
  });
  return { TRUSTED_TYPES_POLICY: known };
}
