import { createContext } from 'react';

/** The time zone that days are those of, asked when a calendar is opened; by default that of the browser. */
export const ZoneContext = createContext<() => string | undefined>(() => undefined);
