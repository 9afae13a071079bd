import type { CurrentUser } from '@oriel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { returnPath } from './return-path.ts';

/**
 * What ends every sign-in of these pages: the user is there, and whatever was loaded for another is forgotten.
 *
 * @param from where one wanted to go
 */
export function useEnter(from: string | undefined): (user: CurrentUser) => Promise<void> {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (user) => {
    queryClient.clear();
    queryClient.setQueryData(['user'], user);
    await navigate({ href: returnPath(from) });
  };
}
