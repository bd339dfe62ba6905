/** Organizations, members, merchants, key pairs, tokens, allowlists and rate limits, with the rights of each. */
export { acceptInvitation, readInvitation, startInvitation, type Invitation } from "./accept-invitation.ts";
export {
  type AddedMember,
  addMember,
  addPracticeApprover,
  findOrCreateMember,
  type MemberToAdd,
} from "./add-member.ts";
export {
  addPasskey,
  listPasskeys,
  loadWebauthn,
  removePasskey,
  type Site,
  startPasskey,
} from "./passkeys.ts";
export {
  authenticate,
  authenticateClient,
  authorize,
  confirmCaller,
  confirmPresumed,
  findStatusMode,
  type FoundToken,
} from "./authenticate.ts";
export { authenticateSession } from "./authenticate-session.ts";
export {
  BUSINESS_TYPES,
  type BusinessType,
  createOrganization,
  endOrganization,
  findEndedOrganizations,
  findOrCreateOrganization,
  readBusinessType,
  setBusinessType,
} from "./organization.ts";
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
  completeOwnerChanges,
  disableMember,
  enableMember,
  findDueOwnerChanges,
  type MemberChange,
  renameMember,
  setPermissions,
} from "./change-member.ts";
export { completeGrant, type Withheld, type WithheldAtOpening } from "./grants.ts";
export { changeMerchant, requireStoppedByMember, writeMerchantSettings } from "./change-merchant.ts";
export {
  changePassword,
  findAccounts,
  type PasswordReset,
  resetPassword,
  startPasswordResets,
} from "./change-password.ts";

export { checkMasterKey } from "./check-master-key.ts";
export {
  completeLogIn,
  enterByProvider,
  logIn,
  type LogIn,
  type LogInOutcome,
  logInWithPasskey,
  startPasskeyLogIn,
} from "./log-in.ts";
export {
  confirmAuthenticator,
  type OwnSession,
  removeAuthenticator,
  replaceRecoveryCodes,
  setUpAuthenticator,
} from "./authenticator.ts";
export {
  type MerchantMode,
  merchantOfClientId,
  merchantOfToken,
  RATE_PER_MINUTE_BY_COMMAND,
  SIGNATURE_SECONDS,
  TOKEN_SECONDS,
} from "./credentials.ts";
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
  countMerchantsAt,
  createMerchant,
  findOrCreateMerchant,
  listLivingMerchantIds,
  listMerchantIds,
  type Merchant,
  namedMerchant,
  readMerchant,
  requirePayouts,
} from "./merchant.ts";
export { moveMerchant } from "./move-merchant.ts";
export {
  ABSOLUTE_HOURS,
  type Browser,
  endSessions,
  findSessionsThatMay,
  IDLE_MINUTES,
  listSessions,
  PROOF_MINUTES,
  type Session,
  type SessionMerchant,
  type SessionRights,
  type StartedSession,
  startSession,
} from "./sessions.ts";
export { AccessError } from "./errors.ts";
export { foundOrganization } from "./found-organization.ts";
export { hashPassword, hasPassword, isPassword } from "./password.ts";
export { listMembers, listTeam, type TeamMember } from "./list-members.ts";
export {
  completeRole,
  listRoles,
  type OwnRole,
  removeRole,
  type RoleToSave,
  type SavedRole,
  saveRole,
} from "./roles.ts";
export { type Granted, type Member, type Rights } from "./member.ts";
export {
  nameActors,
  nameMembers,
  sayPerson,
  showActors,
  SHOWN_NAME,
  type ShownPerson,
  showPeople,
} from "./show-people.ts";
export { noteInfluence, readInfluence, werePowersTaken, type Influence } from "./influence.ts";
export { isFamiliar, KNOWN_BROWSER_DAYS } from "./known-browsers.ts";
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
export { proveAgain, type MemberProof } from "./check-factor.ts";
export { mayUsePassword, noteProviderProof, requireEmergencyFit, writeSignOnRule } from "./sign-on-rule.ts";
export { makeTicket, takeTicket } from "./ticket.ts";
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
export {
  isOwner,
  isPermitted,
  memberOf,
  type Permitted,
  readPermissions,
  requireOfMember,
  requirePermission,
  whoCan,
} from "./require-permission.ts";
export { type RatePermit, readRateUse, takeRatePermit } from "./take-rate-permit.ts";
export { makeSignatureKeys, readWebhookSecret, type SignatureKeys } from "./client-keys.ts";
export { OWNER_CHANGE_HOURS, stopOwnerChange } from "./hold-owner-change.ts";
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
export {
  addressSubjects,
  askingSubjects,
  endingSubjects,
  resettingSubjects,
  invitingSubjects,
  invitationMailSubject,
  mailSubject,
  makingSubjects,
  mayAttempt,
  takeAttempt,
  takeNumber,
  withAttempt,
} from "./take-attempt.ts";
