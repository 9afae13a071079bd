import type { AgentCaller } from './agent-tool.ts';
import { refuseAnswer, type QueryFailure } from './query-answers.ts';
import { inProcess, type ToolRoom } from './tool-room.ts';

type MemberKind = 'measure' | 'dimension' | 'segment';

/** A member of the model, as a caller sees it. */
export interface DescribedMember {
  readonly name: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly kind: MemberKind;
  /** `string`, `number`, `time`, `boolean`; absent of segments. */
  readonly type?: string | undefined;
  readonly aggType?: string | undefined;
  /** Names of its own granularities, beside the usual ones of times. */
  readonly granularities?: readonly string[] | undefined;
}

/** A view or a cube of the model, as a caller sees it. */
export interface DescribedView {
  readonly name: string;
  readonly kind: 'view' | 'cube';
  readonly title: string;
  readonly description?: string | undefined;
  readonly members: readonly DescribedMember[];
}

interface WireMember {
  readonly name: string;
  readonly title?: string;
  readonly shortTitle?: string;
  readonly description?: string;
  readonly type?: string;
  readonly aggType?: string;
  readonly granularities?: readonly { readonly name: string }[];
}

interface WireView {
  readonly name: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly measures?: readonly WireMember[];
  readonly dimensions?: readonly WireMember[];
  readonly segments?: readonly WireMember[];
}

/**
 * Reads the model that a caller sees: the policies of the model have left out what they do not. Where it has views,
 * cubes are left out too, as authors make views for people to ask.
 *
 * @throws what `meta` refuses
 */
export async function readModel(
  { callOperation }: Pick<ToolRoom, 'callOperation'>,
  caller: AgentCaller,
  signal: AbortSignal,
): Promise<readonly DescribedView[]> {
  const views = await readWholeModel({ callOperation }, caller, signal);
  const wanted = caller.agent?.accessibleViews ?? [];
  if (wanted.length > 0) return views.filter(({ name }) => wanted.includes(name));
  const made = views.filter(({ kind }) => kind === 'view');
  return made.length > 0 ? made : views;
}

/** The model with the cubes, whichever views an agent is to answer from. @throws what `meta` refuses */
export async function readWholeModel(
  { callOperation }: Pick<ToolRoom, 'callOperation'>,
  caller: AgentCaller,
  signal: AbortSignal,
): Promise<readonly DescribedView[]> {
  const { deploymentId } = caller;
  const { status, body } = await callOperation('meta', inProcess(caller, signal), {
    params: { deploymentId },
  });
  // The engine has written it, as its protocol says for each status.
  if (Number(status) !== 200) throw refuseAnswer(status, body as QueryFailure);
  const { cubes } = body as { cubes: readonly WireView[] };
  return cubes.map(describeView);
}

function describeView({ name, type, title, description, ...lists }: WireView): DescribedView {
  const { measures = [], dimensions = [], segments = [] } = lists;
  return {
    name,
    kind: type === 'view' ? 'view' : 'cube',
    title: title ?? name,
    description,
    members: [
      ...measures.map((member) => describeMember(member, 'measure')),
      ...dimensions.map((member) => describeMember(member, 'dimension')),
      ...segments.map((member) => describeMember(member, 'segment')),
    ],
  };
}

function describeMember(member: WireMember, kind: MemberKind): DescribedMember {
  const { name, title, shortTitle, description, type, aggType, granularities } = member;
  return {
    name,
    title: shortTitle ?? title ?? name,
    description,
    kind,
    type,
    aggType,
    granularities: granularities?.map((each) => each.name),
  };
}
