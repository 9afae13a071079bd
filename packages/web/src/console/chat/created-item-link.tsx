import { Link } from '@tanstack/react-router';
import type { CreatedItem } from '../../chat/turns/created-items.ts';
import { t } from '../../messages/console-texts.ts';

/** A link to what an agent has made: the page of a report, else the workbook with its dashboard as the first tab. */
export function CreatedItemLink({ item: { kind, id, name } }: { item: CreatedItem }) {
  const kindText = t(`workspace.kind.${kind}`);
  const text = name === null ? kindText : `${kindText}: ${name}`;
  if (kind === 'REPORT')
    return (
      <Link to="/reports/$reportId" params={{ reportId: String(id) }}>
        {text}
      </Link>
    );
  return (
    <Link to="/workbook/$workbookId" params={{ workbookId: String(id) }}>
      {text}
    </Link>
  );
}
