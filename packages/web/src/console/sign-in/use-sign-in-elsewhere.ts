import { useEffect } from 'react';
import { watchSignIn } from '../storage/user-storage.ts';
import { returnPath } from './return-path.ts';

/**
 * Leads on from a page of the sign-in once a user has signed in in another tab: this tab has their session as well.
 *
 * @param from where one wanted to go
 */
export function useSignInElsewhere(from: string | undefined): void {
  useEffect(() => watchSignIn(() => window.location.replace(returnPath(from))), [from]);
}
