import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { WorkspaceSearch } from './api/workspace-search.ts';

/** The folder and the list settings that the address names, and how to change them. */
export function useWorkspaceLocation() {
  const params = useParams({ strict: false });
  const view: WorkspaceSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const goTo = (folderId: number | null) =>
    void navigate(
      folderId === null
        ? { to: '/workspace' }
        : { to: '/workspace/folders/$folderId', params: { folderId: String(folderId) } },
    );
  return {
    folderId: params.folderId === undefined ? null : Number(params.folderId),
    view,
    goTo,
    setView: (change: WorkspaceSearch) =>
      void navigate({ to: '.', search: { ...view, ...change }, replace: true }),
  };
}
