import { isApiError } from '@oriel/client';
import type { CurrentUser } from '@oriel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { namesDeployment, ownerOf } from '../api/api.ts';
import { leavePage, userStorage } from '../storage/user-storage.ts';
import { returnPath } from './return-path.ts';

/**
 * What ends every sign-in of these pages: the user is there; where the page has shown another one it is loaded anew.
 * Where the second factor is asked for, it leads there.
 *
 * @param from where one wanted to go
 */
export function useEnter(from: string | undefined): (signIn: () => Promise<CurrentUser>) => Promise<void> {
  const navigate = useNavigate();
  const { buildLocation } = useRouter();
  const queryClient = useQueryClient();
  return async (signIn) => {
    try {
      const user = await signIn();
      const search = from === undefined ? {} : { from };
      const next = user.needsSecondFactor
        ? buildLocation({ to: '/sign-in/enrol', search }).href
        : returnPath(from);
      if (!userStorage.enter(ownerOf(user))) return leavePage(next);
      queryClient.clear();
      queryClient.setQueryData(['user'], user);
      if (namesDeployment(next)) return window.location.assign(next);
      await navigate({ href: next });
    } catch (error) {
      if (!isApiError(error, 'second_factor_required')) throw error;
      await navigate({ to: '/sign-in/second-factor', search: from === undefined ? {} : { from } });
    }
  };
}
