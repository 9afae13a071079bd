import { escapeHtml } from '../../mail/escape-html.ts';

/**
 * The page of a request that cannot be answered to its client, because the client or its address is not known. It runs
 * and loads nothing.
 */
export function errorPage({
  error,
  error_description,
}: {
  error: string;
  error_description?: string;
}): string {
  const text = escapeHtml(error_description ?? 'The request cannot be answered');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The application cannot be connected</title></head>
<body>
<h1>The application cannot be connected</h1>
<p>${text}</p>
<p><code>${escapeHtml(error)}</code></p>
<p>Go back to the application and begin anew. Where this happens again, its developers need what stands above.</p>
</body>
</html>
`;
}
