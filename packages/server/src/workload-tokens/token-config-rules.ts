import type { OidcTokenConfig, UpdateOidcTokenConfigInput } from '@oriel/contract';
import { audienceOf, LIBRARY_VARIABLES } from './token-audience.ts';
import { checkClaims, checkSubject } from './token-claims.ts';
import type { TokenConfigValues } from './token-config-store.ts';
import { checkTargetVariable } from './target-variable.ts';

/**
 * A configuration after a change: what is left out stays, and so does what cannot be null.
 * @throws `validation_failed`
 */
export function changedConfig(
  known: OidcTokenConfig,
  { name, customAudience, isEnabled, ...input }: UpdateOidcTokenConfigInput,
): TokenConfigValues {
  const { subFormat, customClaims, targetEnvVar } = { ...known, ...input };
  return {
    name: name ?? known.name,
    audience: customAudience == null ? known.audience : audienceOf(known.audienceType, customAudience),
    subFormat: subFormat ?? null,
    customClaims: customClaims ?? null,
    targetEnvVar: targetEnvVar ?? null,
    isEnabled: isEnabled ?? known.isEnabled,
  };
}

/** What holds for every configuration. @throws `validation_failed` */
export function checkConfig(
  kind: string,
  { subFormat, customClaims, targetEnvVar }: TokenConfigValues,
): void {
  if (subFormat !== null) checkSubject(subFormat);
  if (customClaims !== null) checkClaims(customClaims);
  if (targetEnvVar !== null && targetEnvVar !== LIBRARY_VARIABLES[kind]) checkTargetVariable(targetEnvVar);
}
