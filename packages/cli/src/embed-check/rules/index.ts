import { NotTried, type RuleGroup } from '../rule.ts';
import { actionRules } from './action-rules.ts';
import { heardRules } from './event-rules.ts';
import { hostileRules } from './hostile-rules.ts';
import { openingRules } from './opening-rules.ts';
import { opaqueRules } from './origin-rules.ts';
import { pageRules } from './page-rules.ts';
import { endRules, renewalRules } from './session-rules.ts';

/** Every rule, in the order in which they are tried. */
export const ruleGroups: readonly RuleGroup[] = [
  {
    rules: [...openingRules, ...actionRules, ...pageRules, ...hostileRules, ...renewalRules, ...heardRules],
    open: ({ open }) => open(),
  },
  {
    rules: endRules,
    async open({ address, open }) {
      if (!address.isSigned) throw new NotTried('the viewer of a private surface signs in themselves');
      return open({ hasClock: true });
    },
  },
  { rules: opaqueRules, open: ({ open }) => open({ isOpaque: true }) },
];
