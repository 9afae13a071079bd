import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { sentenceOf } from '../api/error-text.ts';
import { LinkDialog } from './link-dialog.tsx';
import { builtInRoles, useInvite, type BuiltInRole } from './people-api.ts';
import { Dialog } from '../elements/dialog.tsx';

/** Asks who is invited and as what, and then shows the link to send. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState('');
  const [firstName, setFirstName] = useState('');
  const [role, setRole] = useState<BuiltInRole>('Viewer');
  const invite = useInvite();
  if (invite.data?.invitation) return <LinkDialog url={invite.data.invitation.url} onClose={onClose} />;
  const emailIssue = issueOf(invite.error, 'email');
  return (
    <Dialog onClose={onClose} title={t('people.inviteForm.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const name = firstName.trim();
          invite.mutate({
            email,
            username: email,
            defaultRoles: [role],
            ...(name !== '' && { firstName: name }),
          });
        }}
      >
        <Stack>
          <TextInput
            label={t('people.inviteForm.email')}
            type="email"
            required
            data-autofocus
            value={email}
            error={emailIssue}
            onChange={(event) => setEmail(event.target.value)}
          />
          <TextInput
            label={t('people.inviteForm.name')}
            maxLength={255}
            value={firstName}
            onChange={(event) => setFirstName(event.target.value)}
          />
          <Select
            label={t('people.inviteForm.role')}
            description={t(`people.roleHint.${role}`)}
            allowDeselect={false}
            data={builtInRoles.map((each) => ({ value: each, label: t(`people.role.${each}`) }))}
            value={role}
            onChange={(value) => setRole(builtInRoles.find((each) => each === value) ?? 'Viewer')}
          />
          {invite.isError && emailIssue === undefined && (
            <Alert color="red" role="alert">
              {sentenceOf(invite.error)}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t('people.invite')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
