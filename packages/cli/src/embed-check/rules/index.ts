import type { RuleGroup } from '../rule.ts';
import { actionRules } from './action-rules.ts';
import { heardRules } from './event-rules.ts';
import { hostileRules } from './hostile-rules.ts';
import { openingRules } from './opening-rules.ts';
import { opaqueRules } from './origin-rules.ts';
import { pageRules } from './page-rules.ts';
import { endRules, renewalRules } from './session-rules.ts';
import { signInRules } from './sign-in-rules.ts';
import { strangerRules } from './stranger-rules.ts';

/** Every rule, in the order in which they are tried. */
export const ruleGroups: readonly RuleGroup[] = [
  {
    mode: 'signed',
    rules: [...openingRules, ...actionRules, ...pageRules, ...hostileRules, ...renewalRules, ...heardRules],
    open: ({ open }) => open(),
  },
  { mode: 'signed', rules: endRules, open: ({ open }) => open({ hasClock: true }) },
  { mode: 'private', rules: signInRules, open: ({ open }) => open() },
  { rules: opaqueRules, open: ({ open }) => open({ isOpaque: true }) },
  { rules: strangerRules, open: ({ open }) => open({ isStranger: true }) },
];
