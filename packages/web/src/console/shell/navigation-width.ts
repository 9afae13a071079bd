import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { userStorage } from '../storage/user-storage.ts';

const NAME = 'navigation';
const ICONS = 'icons';

/**
 * Whether the navigation has icons alone, as its user likes it in this browser, and what changes that. On a phone it
 * has names.
 */
export function useNavigationWidth() {
  const [hasIcons, setHasIcons] = useState(() => userStorage.read('browser', NAME) === ICONS);
  // Where the navigation lies beside the page: the breakpoint of the shell.
  const isBeside = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const toggle = () => {
    userStorage.write('browser', NAME, hasIcons ? 'names' : ICONS);
    setHasIcons(!hasIcons);
  };
  return { isNarrow: hasIcons && isBeside, toggle };
}
