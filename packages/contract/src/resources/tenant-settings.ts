import { adminOnly } from '../access.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import { boolean, input, integer, object, pickNullish, text, type Static } from '../schema.ts';

export const TenantSettings = object('Switches of the account.', {
  auditLogEnabled: boolean('Stored. The audit log is always kept, whatever it says.'),
  auditLogEnabledCurrent: boolean('Whether an audit log is kept now: always.'),
  auditLogEnabledTimestamp: integer(
    'When `auditLogEnabled` was last changed, in seconds since 1970; 0 for never.',
    {
      minimum: 0,
      example: 1_772_357_400,
    },
  ),
  hasSupportAccess: boolean('Whether people who support the installation may look into the account. Kept.'),
  maintenanceWindowEnabled: boolean('Whether maintenance keeps to a window. Kept.'),
  maintenanceWindowDay: text('Day of the window.', {
    pattern: '^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$',
    maxLength: 9,
    example: 'Sunday',
  }),
  maintenanceWindowTime: text('Time of day at which it begins, in UTC.', {
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    maxLength: 5,
    example: '02:00',
  }),
  oidcEnabled: boolean(
    'Whether runtimes get tokens by which they identify themselves to others; see `/api/v1/oidc-token-configs`.',
  ),
  requiresSecondFactor: boolean(
    'Whether everybody with a password needs a second factor: a user without one sets one up at the next sign-in, before anything else.',
  ),
  useAIBIUserInterface: boolean('Whether the console is the one for business users. Kept.'),
});
export type TenantSettings = Static<typeof TenantSettings>;

export const TenantSettingsInput = input('Switches to change; what is left out or null stays.', {
  ...pickNullish(
    TenantSettings,
    'auditLogEnabled',
    'hasSupportAccess',
    'maintenanceWindowEnabled',
    'maintenanceWindowDay',
    'maintenanceWindowTime',
    'oidcEnabled',
    'requiresSecondFactor',
    'useAIBIUserInterface',
  ),
});
export type TenantSettingsInput = Static<typeof TenantSettingsInput>;

const path = '/api/v1/tenant/settings';
const operation = operationsTagged('Tenant Settings');

export const tenantSettingsOperations = {
  getTenantSettings: operation(`GET ${path}`, {
    record: 'tenantSettings',
    summary: 'Get the switches of the account',
    description:
      'Those that have an effect elsewhere, such as themes and time zones, are in `/api/v1/app-config`.',
    access: adminOnly,
    answer: TenantSettings,
  }),
  updateTenantSettings: operation(`PUT ${path}`, {
    record: 'tenantSettings',
    summary: 'Change switches of the account',
    description: 'Changes those that are sent and answers with all.',
    access: adminOnly,
    body: optionalJson(TenantSettingsInput),
    answer: TenantSettings,
  }),
};
