import { useEffect, useState } from 'react';
import { loadDashboardEditorTexts } from '../../messages/dashboard-editor-texts.ts';
import { LoadingState } from '../elements/states.tsx';
import { useSurface } from '../surface/surface.ts';
import { DashboardEditor, type DashboardEditorProps } from './dashboard-editor.tsx';

/** The editor, once the texts of the page's language are there; in English where they cannot be loaded. */
export function OpenEditor(props: DashboardEditorProps) {
  const { locale } = useSurface();
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    let isGone = false;
    void loadDashboardEditorTexts(locale)
      .catch(() => undefined)
      .then(() => !isGone && setLoaded(locale));
    return () => {
      isGone = true;
    };
  }, [locale]);
  return loaded === locale ? <DashboardEditor {...props} /> : <LoadingState />;
}
