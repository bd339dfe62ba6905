/** Ways to get access: sign-up, try-out, invitations, and links by e-mail. */
export { announceChanges, findChangesToTell } from "./announce-changes.ts";
export { askToProveEmail } from "./ask-to-prove-email.ts";
export { EntryError } from "./errors.ts";
export { inviteMember, sendInvitation, type Invited } from "./invite-member.ts";
export { linkTo } from "./link-to.ts";
export { sendPasswordReset } from "./send-password-reset.ts";
export { signUp, type SignUp } from "./sign-up.ts";
export { entryWorkers } from "./work.ts";
export { startTryOut } from "./start-try-out.ts";
