/** An embed tenant: a customer of the account. */
export interface EmbedTenantRef {
  tenantId: number;
  embedTenantId: number;
}

/** A viewer in one deployment: what a session sets of a viewer holds there, and nowhere else. */
export interface ViewerRef extends EmbedTenantRef {
  embedUserId: number;
  deploymentId: number;
}
