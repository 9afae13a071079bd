/**
 * The values of a response of JSON lines, each as soon as its line is there. A line that is no JSON ends them with an
 * error.
 */
export async function* readLines<T>(response: Response): AsyncGenerator<T, void, undefined> {
  // Safari has no `for await` over streams.
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      // The server answers by the operation's own schema.
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T;
    }
    if (rest.trim() !== '') yield JSON.parse(rest) as T;
  } finally {
    // Where nobody reads on, the request ends; one that has broken tells the reader above.
    await reader.cancel().catch(() => {});
  }
}
