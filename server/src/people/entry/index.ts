/** Ways to get access: sign-up, try-out, invitations, and links by e-mail. */
export { announceChanges, findChangesToTell } from "./announce-changes.ts";
export {
  askToProveEmail,
  sendPasswordReset,
  inviteMember,
  sendInvitation,
  type Invited,
  EntryError,
  linkTo,
} from "./send-links.ts";
export { signUp, type SignUp, startTryOut } from "./sign-up.ts";
export { entryWorkers } from "./work.ts";
