/** The values of a response of JSON lines, each as soon as its line is there. A line that is no JSON ends them with an error. */
export async function* readLines<T>(response: Response): AsyncGenerator<T, void, undefined> {
  if (!response.body) return;
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    // The server answers by the operation's own schema.
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T;
  }
  if (rest.trim() !== '') yield JSON.parse(rest) as T;
}
