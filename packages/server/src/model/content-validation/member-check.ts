import type { ContentFinding } from '@oriel/contract';
import type { MemberCatalog, MemberFacts } from '@oriel/semantic';
import type { MemberReference } from './member-references.ts';

/** The members of a branch and of production. */
interface ComparedModels {
  readonly branch: MemberCatalog;
  /** Empty where production answers by nothing yet. */
  readonly production: MemberCatalog;
}

/** Compares what content names with two models. */
export type CheckReferences = (references: readonly MemberReference[]) => ContentFinding[];

type Fault = Pick<ContentFinding, 'problem' | 'message'>;

/** Makes the check of content against a branch. What is wrong there and not in production is new. */
export function createMemberCheck({ branch, production }: ComparedModels): CheckReferences {
  const suggest = createSuggestions({ branch, production });
  return (references) => {
    const findings = new Map<string, ContentFinding>();
    for (const reference of references) {
      const { place, member } = reference;
      const fault = faultIn(branch, reference) ?? typeChange(member, { branch, production });
      if (!fault) continue;
      const isNew = fault.problem === 'type_changed' || faultIn(production, reference) === undefined;
      const suggestion = fault.problem === 'missing' ? suggest(member) : undefined;
      findings.set(`${place} ${member} ${fault.problem} ${fault.message}`, {
        place,
        member,
        ...fault,
        message: suggestion === undefined ? fault.message : `${fault.message}; it may be ${suggestion} now`,
        isNew,
        ...(suggestion !== undefined && { suggestion }),
      });
    }
    return [...findings.values()];
  };
}

const find = (catalog: MemberCatalog, name: string): MemberFacts | undefined =>
  Object.hasOwn(catalog, name) ? catalog[name] : undefined;

/** What keeps a query from being answered, the first of it. */
function faultIn(catalog: MemberCatalog, reference: MemberReference): Fault | undefined {
  const { member, kinds, isTime = false, granularity } = reference;
  const facts = find(catalog, member);
  if (!facts) return { problem: 'missing', message: `The model has no member ${member}` };
  if (!facts.isPublic) return { problem: 'hidden', message: `${member} is not public` };
  if (kinds && !kinds.includes(facts.kind))
    return {
      problem: 'wrong_kind',
      message: `${member} is a ${facts.kind}, and a ${kinds.join(' or a ')} is needed`,
    };
  if (isTime && facts.type !== 'time')
    return { problem: 'wrong_type', message: `${member} is of type ${facts.type}, and a time is needed` };
  if (granularity !== undefined && !facts.granularities.includes(granularity))
    return { problem: 'granularity_missing', message: `${member} has no granularity ${granularity}` };
  return undefined;
}

/** Filters and charts that were made for one type of values may not fit another. */
function typeChange(member: string, { branch, production }: ComparedModels): Fault | undefined {
  const [before, now] = [find(production, member), find(branch, member)];
  if (!before?.isPublic || !now || before.type === now.type) return undefined;
  return {
    problem: 'type_changed',
    message: `${member} is of type ${now.type}, and of type ${before.type} in production`,
  };
}

/**
 * Names the member that was renamed, where only one can be: one that is new, in the same place, of the same kind and
 * type.
 */
function createSuggestions({ branch, production }: ComparedModels): (member: string) => string | undefined {
  const added = Object.keys(branch).filter((name) => !Object.hasOwn(production, name));
  const known = new Map<string, string | undefined>();
  const look = (member: string): string | undefined => {
    const before = find(production, member);
    if (!before) return undefined;
    const [scope = '', name = ''] = member.split('.');
    const isAlike = (candidate: string) => {
      const facts = find(branch, candidate);
      return facts?.isPublic === true && facts.kind === before.kind && facts.type === before.type;
    };
    const sameScope = added.filter((candidate) => candidate.startsWith(`${scope}.`));
    // A cube or view that was renamed as a whole has members of the same names.
    const candidates =
      sameScope.length > 0 ? sameScope : added.filter((candidate) => candidate.endsWith(`.${name}`));
    const [only, ...others] = candidates.filter(isAlike);
    return others.length === 0 ? only : undefined;
  };
  return (member) => {
    if (!known.has(member)) known.set(member, look(member));
    return known.get(member);
  };
}
