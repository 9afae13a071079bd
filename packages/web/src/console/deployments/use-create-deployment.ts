import { useMutation } from '@tanstack/react-query';
import { chooseDeployment, client } from '../api/api.ts';

/** Creates a deployment by its name and opens its workspace. */
export function useCreateDeployment() {
  return useMutation({
    mutationFn: (name: string) => client.call('createDeployment', { body: { name } }),
    onSuccess: ({ id }) => chooseDeployment(id),
  });
}
