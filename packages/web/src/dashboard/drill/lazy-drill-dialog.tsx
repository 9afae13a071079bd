import { lazy, Suspense, type ComponentProps } from 'react';

// Most viewers never open it.
const Dialog = lazy(async () => ({ default: (await import('./drill-dialog.tsx')).DrillDialog }));

/** The rows behind a number, in a dialog that is loaded when the first is opened. */
export function DrillDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
