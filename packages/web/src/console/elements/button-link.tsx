import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>;

/** A link to a page that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & AnchorProps) => (
  <Button component="a" {...props} />
));
