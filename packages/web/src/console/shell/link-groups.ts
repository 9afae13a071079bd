import { t } from '../../messages/console-texts.ts';
import type { PageLink } from '../pages/page-link.ts';

/** The links of the navigation, in groups; an empty label is no heading. */
export function linkGroups(
  links: readonly PageLink[],
): readonly { readonly label: string; readonly links: readonly PageLink[] }[] {
  return [
    { label: '', links: linksOf('main', links) },
    { label: t('shell.thisDeployment'), links: linksOf('deployment', links) },
    { label: t('shell.thisAccount'), links: linksOf('account', links) },
  ];
}

/** The links of a group in their order. */
export function linksOf(group: PageLink['group'], links: readonly PageLink[]): readonly PageLink[] {
  return links.filter((link) => link.group === group).toSorted((one, other) => one.order - other.order);
}
