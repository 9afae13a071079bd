import { isApiError } from '@oriel/client';
import type { CurrentUser } from '@oriel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { returnPath } from './return-path.ts';

/**
 * What ends every sign-in of these pages: the user is there, and whatever was loaded for another is forgotten. Where the second
 * factor is asked for, it leads there.
 *
 * @param from where one wanted to go
 */
export function useEnter(from: string | undefined): (signIn: () => Promise<CurrentUser>) => Promise<void> {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (signIn) => {
    try {
      const user = await signIn();
      queryClient.clear();
      queryClient.setQueryData(['user'], user);
      const search = from === undefined ? {} : { from };
      if (user.needsSecondFactor) await navigate({ to: '/sign-in/enrol', search });
      else await navigate({ href: returnPath(from) });
    } catch (error) {
      if (!isApiError(error, 'second_factor_required')) throw error;
      await navigate({ to: '/sign-in/second-factor', search: from === undefined ? {} : { from } });
    }
  };
}
