interface ImportMetaEnv {
  /** Path on the site's own origin that receives the contact form; empty when nothing is to be sent. */
  readonly CONTACT_ENDPOINT: string;
  /** The commands of `npm run vitaran`, for the page that lists them. */
  readonly OPERATOR_COMMANDS: readonly { name: string; about: string }[];
}
