import type { Duplex } from 'node:stream';
import type { HookName } from './hook-program.ts';

/** A ref that a push moves; undefined where there is none before, or after. */
export interface PushedRef {
  readonly ref: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What a hook asks. */
export interface HookQuestion {
  readonly hook: HookName;
  /**
   * Where the objects of the push lie, apart from those of the repository until it is accepted; undefined where it has
   * none.
   */
  readonly objectDirectory: string | undefined;
  readonly refs: readonly PushedRef[];
}

/** What the pusher is told, and whether the push goes on. */
export interface HookAnswer {
  readonly accepts: boolean;
  readonly messages: readonly string[];
}

/** More than all commands of the largest push that could be accepted. */
const MAX_QUESTION_BYTES = 1024 * 1024;

/** Answers the questions of hooks on a connection with them, in order, until it closes. */
export async function answerHooks(
  connection: Duplex,
  answer: (question: HookQuestion) => Promise<HookAnswer>,
): Promise<void> {
  let text = '';
  connection.setEncoding('utf8');
  for await (const chunk of connection) {
    text += String(chunk);
    if (text.length > MAX_QUESTION_BYTES) return void connection.end(' Too many refs\nrefuse\n');
    const end = text.indexOf('\n\n');
    if (end < 0) continue;
    const { accepts, messages } = await answer(parseQuestion(text.slice(0, end)));
    text = text.slice(end + 2);
    const lines = messages.flatMap((message) => message.split(/[\r\n]+/)).map((line) => ` ${line}\n`);
    connection.write(`${lines.join('')}${accepts ? 'accept' : 'refuse'}\n`);
  }
}

function parseQuestion(text: string): HookQuestion {
  const [first = '', ...commands] = text.split('\n');
  const [hook, ...path] = first.split(' ');
  if ((hook !== 'pre-receive' && hook !== 'post-receive') || commands.length === 0)
    throw new Error(`No hook asks ${JSON.stringify(text.slice(0, 200))}`);
  const commit = (id: string) => (/^0+$/.test(id) ? undefined : id);
  const refs = commands.map((command) => {
    const [from = '', to = '', ...ref] = command.split(' ');
    return { ref: ref.join(' '), from: commit(from), to: commit(to) };
  });
  return { hook, objectDirectory: path.join(' ') || undefined, refs };
}
