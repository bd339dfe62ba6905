/** Who may do what: organizations, members, merchants, key pairs, tokens, allowlists and rate limits. */
export { acceptInvitation, readInvitation, startInvitation, type Invitation } from "./accept-invitation.ts";
export { addMember, type AddedMember, type MemberToAdd } from "./add-member.ts";
export { addPracticeApprover } from "./add-practice-approver.ts";
export { addPasskey, startPasskey, type PasskeySetUp, type PasskeyToAdd } from "./add-passkey.ts";
export { authenticateClient } from "./authenticate-client.ts";
export { authenticateSession, type SessionUse } from "./authenticate-session.ts";
export { authenticate } from "./authenticate.ts";
export { authorize, type IssuedToken } from "./authorize.ts";
export { BUSINESS_TYPES, type BusinessType } from "./business-type.ts";
export { type Caller, type MerchantSettings, type StatusMode } from "./caller.ts";
export { changeApiClient, changeApiClientWithin, type ApiClientChange } from "./change-api-client.ts";
export { changeKeyScope, lockKeyTerms, setKeyTerms, type KeyTermsChange } from "./change-key-scope.ts";
export { KEY_SCOPES, requireScope, scopeCovers, type KeyScope } from "./key-scope.ts";
export {
  checkKeyTerms,
  coversSource,
  keyLimitsInForce,
  mustDraft,
  readKeyLimited,
  readKeyTerms,
  requireAllSources,
  widens,
  writeKeyTerms,
  type KeyLimited,
  type KeyTerms,
} from "./key-terms.ts";
export { changeMember, type CheckChange, type ChangedMember, type MemberChange } from "./change-member.ts";
export { completeGrant, type GrantToComplete } from "./complete-grant.ts";
export { changeMerchant } from "./change-merchant.ts";
export {
  requireStoppedByMember,
  writeMerchantSettings,
  type MerchantChange,
} from "./write-merchant-settings.ts";
export { changePassword } from "./change-password.ts";
export { type AuthorizationRequest } from "./check-client.ts";
export { type FactorProof } from "./check-factor.ts";
export { completeOwnerChanges, findDueOwnerChanges } from "./complete-owner-changes.ts";
export { checkMasterKey } from "./check-master-key.ts";
export { completeLogIn } from "./complete-log-in.ts";
export { confirmCaller, confirmPresumed } from "./confirm-caller.ts";
export { confirmAuthenticator } from "./confirm-authenticator.ts";
export { RATE_PER_MINUTE_BY_COMMAND, SIGNATURE_SECONDS, TOKEN_SECONDS } from "./call-limits.ts";
export { countForgery, FORGERIES_PER_MINUTE } from "./count-forgery.ts";
export { createApiClient, insertApiClient, type IssuedKeys, type NewApiClient } from "./create-api-client.ts";
export { createMerchant, type NewMerchant } from "./create-merchant.ts";
export type { WithheldAtOpening } from "./withhold-at-opening.ts";
export { createOrganization, type NewOrganization } from "./create-organization.ts";
export { merchantOfClientId, merchantOfToken, type Mode } from "./credentials.ts";
export { disableMember } from "./disable-member.ts";
export { enableMember } from "./enable-member.ts";
export { endOrganization, findEndedOrganizations } from "./end-organization.ts";
export { endSessions, type SessionsToEnd } from "./end-sessions.ts";
export { AccessError } from "./errors.ts";
export { findOrCreateApiClient, type FoundKeys } from "./find-or-create-api-client.ts";
export { findOrCreateMember, type NewMember } from "./find-or-create-member.ts";
export { findOrCreateMerchant } from "./find-or-create-merchant.ts";
export { findOrCreateOrganization } from "./find-or-create-organization.ts";
export { findStatusMode } from "./find-status-mode.ts";
export { foundOrganization, type Founding } from "./found-organization.ts";
export { hasPassword } from "./has-password.ts";
export { hashPassword, isPassword } from "./hash-password.ts";
export { findSessionsThatMay } from "./find-sessions-that-may.ts";
export { listMembers, type MemberPage } from "./list-members.ts";
export { listPasskeys, type ListedPasskey } from "./list-passkeys.ts";
export { listRoles, type OwnRole } from "./list-roles.ts";
export { listSessions, type ListedSession } from "./list-sessions.ts";
export { listTeam, type TeamMember } from "./list-team.ts";
export { logInWithPasskey, startPasskeyLogIn } from "./log-in-with-passkey.ts";
export { logIn, type LogIn, type LogInOutcome } from "./log-in.ts";
export { type Granted, type Member, type Rights } from "./member.ts";
export { nameMembers, SHOWN_NAME } from "./name-members.ts";
export {
  noteInfluence,
  readInfluence,
  werePowersTaken,
  type Influence,
  type Influenced,
} from "./influence.ts";
export { isFamiliar } from "./familiar.ts";
export { KNOWN_BROWSER_DAYS } from "./known-browsers.ts";
export { namedMerchant } from "./named-merchant.ts";
export { loadWebauthn, type PasskeyAnswer, type PasskeyQuestion, type Site } from "./passkeys.ts";
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
export { presumeCaller, type Presumed } from "./presume-caller.ts";
export { proveAgain, type Proof } from "./prove-again.ts";
export { proveEmail, startEmailProof, type EmailToProve } from "./prove-email.ts";
export { readAddress } from "./read-address.ts";
export { nameActors } from "./name-actors.ts";
export { listsMore, readAllowlist } from "./read-allowlist.ts";
export { readApiClient, type ApiClient } from "./read-api-client.ts";
export { readBusinessType } from "./read-business-type.ts";
export { hasSecondFactor, readFactors, type Factors } from "./read-factors.ts";
export { readHolders } from "./read-holders.ts";
export { readMerchant, type Merchant } from "./read-merchant.ts";
export { readPermissions, type Permitted } from "./read-permissions.ts";
export { readRateUse, type RateUse } from "./read-rate-use.ts";
export { readWebhookSecret } from "./read-webhook-secret.ts";
export { removeAuthenticator } from "./remove-authenticator.ts";
export { removePasskey } from "./remove-passkey.ts";
export { OWNER_CHANGE_HOURS, stopOwnerChange } from "./hold-owner-change.ts";
export { removeRole } from "./remove-role.ts";
export { renameMember } from "./rename-member.ts";
export { replaceRecoveryCodes } from "./replace-recovery-codes.ts";
export { requireOfMember } from "./require-of-member.ts";
export { requirePayouts } from "./require-payouts.ts";
export { isOwner, isPermitted, memberOf, requirePermission } from "./require-permission.ts";
export { isSecretHolderUnknown, secretShownTo } from "./secret-holder.ts";
export { KEYS_CHANNEL, resetApiClient, resetApiClientWithin } from "./reset-api-client.ts";
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
  lacksSecondFactor,
  readSecondFactorForAll,
  setSecondFactorForAll,
  writeSecondFactorForAll,
  takeSecondFactor,
} from "./second-factor.ts";
export { findAccounts, resetPassword, startPasswordResets, type PasswordReset } from "./reset-password.ts";
export { completeRole, saveRole, type RoleToComplete, type RoleToSave, type SavedRole } from "./save-role.ts";
export {
  ABSOLUTE_HOURS,
  IDLE_MINUTES,
  PROOF_MINUTES,
  type Session,
  type SessionMerchant,
  type SessionRights,
} from "./session.ts";
export { setBusinessType } from "./set-business-type.ts";
export { setPermissions } from "./set-permissions.ts";
export { setUpAuthenticator, type OwnSession } from "./set-up-authenticator.ts";
export { makeSignatureKeys, type SignatureKeys } from "./signature-keys.ts";
export { startSession, type Browser, type StartedSession } from "./start-session.ts";
export {
  endingSubjects,
  invitingSubjects,
  invitationMailSubject,
  mailSubject,
  makingSubjects,
  mayAttempt,
  takeAttempt,
  takeNumber,
} from "./take-attempt.ts";
export { takeRatePermit, type RatePermit } from "./take-rate-permit.ts";
export type { Withheld } from "./withhold.ts";
export { whoCan } from "./who-can.ts";
export { listMerchantIds } from "./list-merchant-ids.ts";
