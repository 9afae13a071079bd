import type { IdentityProvider, IdentityProviderUpdateInput } from '@oriel/contract';
import type { ReactNode } from 'react';

/** The provider that a form is about. */
export interface KindFormInput {
  /** Undefined of a new one. */
  readonly provider: IdentityProvider | undefined;
  /** As it is typed of a new one. */
  readonly slug: string;
  /** Why the last save was refused. */
  readonly error: Error | null;
}

/** What is to be registered at the provider, the fields of the settings, and what they come to. */
export interface KindFields {
  readonly fields: ReactNode;
  readonly body: IdentityProviderUpdateInput;
}
