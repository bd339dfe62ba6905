/** Organizations, members, merchants, key pairs, tokens, allowlists and rate limits, with the rights of each. */
export { acceptInvitation, readInvitation, startInvitation, type Invitation } from "./accept-invitation.ts";
export {
  type AddedMember,
  addMember,
  addPracticeApprover,
  findOrCreateMember,
  type MemberToAdd,
} from "./add-member.ts";
export { addPasskey, startPasskey } from "./add-passkey.ts";
export { authenticate, authenticateClient } from "./authenticate.ts";
export { authenticateSession } from "./authenticate-session.ts";
export { authorize } from "./authorize.ts";
export { BUSINESS_TYPES, type BusinessType, readBusinessType, setBusinessType } from "./business-type.ts";
export { type Caller, presumeCaller, type Presumed, type StatusMode } from "./caller.ts";
export {
  type ApiClientChange,
  changeApiClient,
  changeApiClientWithin,
  KEYS_CHANNEL,
  type KeyTermsChange,
  lockKeyTerms,
  resetApiClient,
  resetApiClientWithin,
  setKeyTerms,
} from "./change-api-client.ts";
export {
  checkKeyTerms,
  coversSource,
  KEY_SCOPES,
  type KeyLimited,
  keyLimitsInForce,
  type KeyScope,
  type KeyTerms,
  mustDraft,
  readKeyLimited,
  readKeyTerms,
  requireAllSources,
  requireScope,
  scopeCovers,
  widens,
  writeKeyTerms,
} from "./key-terms.ts";
export {
  type ChangedMember,
  changeMember,
  type CheckChange,
  disableMember,
  enableMember,
  type MemberChange,
  renameMember,
  setPermissions,
} from "./change-member.ts";
export { completeGrant } from "./complete-grant.ts";
export { changeMerchant } from "./change-merchant.ts";
export { requireStoppedByMember, writeMerchantSettings } from "./write-merchant-settings.ts";
export {
  changePassword,
  findAccounts,
  type PasswordReset,
  resetPassword,
  startPasswordResets,
} from "./change-password.ts";

export { completeOwnerChanges, findDueOwnerChanges } from "./complete-owner-changes.ts";
export { checkMasterKey } from "./check-master-key.ts";
export { completeLogIn, logIn, type LogIn, logInWithPasskey, startPasskeyLogIn } from "./log-in.ts";
export { confirmCaller, confirmPresumed } from "./confirm-caller.ts";
export {
  confirmAuthenticator,
  type OwnSession,
  removeAuthenticator,
  setUpAuthenticator,
} from "./authenticator.ts";
export { RATE_PER_MINUTE_BY_COMMAND, SIGNATURE_SECONDS, TOKEN_SECONDS } from "./call-limits.ts";
export { countInWeek, readInWeek } from "./count-in-week.ts";
export { countForgery, FORGERIES_PER_MINUTE } from "./count-failures.ts";
export {
  type ApiClient,
  createApiClient,
  findOrCreateApiClient,
  insertApiClient,
  type IssuedKeys,
  readApiClient,
} from "./api-client.ts";
export {
  createMerchant,
  findOrCreateMerchant,
  listMerchantIds,
  type Merchant,
  namedMerchant,
  readMerchant,
} from "./merchant.ts";
export type { Withheld, WithheldAtOpening } from "./withhold.ts";
export {
  createOrganization,
  endOrganization,
  findEndedOrganizations,
  findOrCreateOrganization,
} from "./organization.ts";
export { merchantOfClientId, merchantOfToken, type MerchantMode } from "./credentials.ts";
export {
  type Browser,
  endSessions,
  findSessionsThatMay,
  listSessions,
  type StartedSession,
  startSession,
} from "./sessions.ts";
export { AccessError } from "./errors.ts";
export { findStatusMode } from "./find-status-mode.ts";
export { foundOrganization } from "./found-organization.ts";
export { hashPassword, hasPassword, isPassword } from "./password.ts";
export { listMembers, listTeam, type TeamMember } from "./list-members.ts";
export { listPasskeys } from "./list-passkeys.ts";
export { listRoles, type OwnRole } from "./list-roles.ts";
export { type Granted, type Member, type Rights } from "./member.ts";
export { nameActors, nameMembers, SHOWN_NAME } from "./name-members.ts";
export { sayPerson, showActors, showPeople, type ShownPerson } from "./show-people.ts";
export { noteInfluence, readInfluence, werePowersTaken, type Influence } from "./influence.ts";
export { isFamiliar, KNOWN_BROWSER_DAYS } from "./known-browsers.ts";
export { loadWebauthn, type Site } from "./passkeys.ts";
export {
  allowedBy,
  isPermission,
  PERMISSIONS,
  permissionsOf,
  POWERS,
  ROLES,
  type Grant,
  type Grants,
  type Permission,
  type Role,
} from "./permissions.ts";
export { proveAgain, type MemberProof } from "./prove-again.ts";
export { proveEmail, startEmailProof } from "./prove-email.ts";
export { listsMore, readAddress, readAllowlist } from "./read-allowlist.ts";
export {
  lacksSecondFactor,
  readFactors,
  readSecondFactorForAll,
  setSecondFactorForAll,
  writeSecondFactorForAll,
} from "./second-factor.ts";
export {
  canActAs,
  isControlledBy,
  isSecretHolderUnknown,
  readHolders,
  secretShownTo,
  wasControlledBy,
} from "./secret-holder.ts";
export { type Permitted, readPermissions, whoCan } from "./read-permissions.ts";
export { type RatePermit, readRateUse, takeRatePermit } from "./take-rate-permit.ts";
export { readWebhookSecret } from "./read-webhook-secret.ts";
export { removePasskey } from "./remove-passkey.ts";
export { OWNER_CHANGE_HOURS, stopOwnerChange } from "./hold-owner-change.ts";
export { removeRole } from "./remove-role.ts";
export { replaceRecoveryCodes } from "./recovery-codes.ts";
export { isOwner, isPermitted, memberOf, requireOfMember, requirePermission } from "./require-permission.ts";
export { requirePayouts } from "./require-payouts.ts";
export {
  askToResetFactors,
  completeFactorResets,
  decideFactorReset,
  FACTOR_RESET_HOURS,
  findDueFactorResets,
  keepFactors,
  keepFactorsByLink,
  readFactorReset,
  resetFactors,
  startKeepingFactors,
} from "./reset-factors.ts";
export { completeRole, saveRole, type RoleToSave, type SavedRole } from "./save-role.ts";
export {
  ABSOLUTE_HOURS,
  IDLE_MINUTES,
  PROOF_MINUTES,
  type Session,
  type SessionMerchant,
  type SessionRights,
} from "./session.ts";
export { makeSignatureKeys, type SignatureKeys } from "./signature-keys.ts";
export {
  endingSubjects,
  resettingSubjects,
  invitingSubjects,
  invitationMailSubject,
  mailSubject,
  makingSubjects,
  mayAttempt,
  takeAttempt,
  takeNumber,
} from "./take-attempt.ts";
