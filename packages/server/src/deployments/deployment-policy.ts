import { refuse, refuseFields, type CreationStep } from '@oriel/contract';

/**
 * A deployment's name as it is kept: it begins and ends with something that can be seen.
 *
 * @throws `validation_failed` for a name of nothing else
 */
export function deploymentName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '') return trimmed;
  throw refuse(
    'validation_failed',
    { count: 1 },
    { issues: [{ path: 'name', message: 'must not be empty' }] },
  );
}

/**
 * Checks the step that a deployment is put at. A demo is filled by the server itself, which takes one that stands at
 * this step for unfinished and begins it anew.
 *
 * @throws `validation_failed` for `demo`
 */
export function checkStep(step: CreationStep): void {
  if (step !== 'demo') return;
  const message = 'is for the demo that the server makes of itself; choose another';
  throw refuseFields([{ path: 'creationStep', message }]);
}
