import { useDeployments } from './api.ts';
import { useSurface } from '../surface/surface.ts';

/** The id of the current deployment. @throws outside of a `DeploymentLayout` */
export function useDeploymentId(): number {
  const { deploymentId } = useSurface();
  const { current } = useDeployments();
  if (deploymentId !== undefined) return deploymentId;
  if (!current) throw new Error('No deployment is known here');
  return current.id;
}
