interface ImportMetaEnv {
  /** The path on the site's own origin that receives the contact form. Empty if nothing should be sent. */
  readonly CONTACT_ENDPOINT: string;
  /** The commands of `npm run vitaran`, for the page that lists them. */
  readonly OPERATOR_COMMANDS: readonly { name: string; about: string }[];
  /** The words that merchants meet, from GLOSSARY.md. */
  readonly GLOSSARY: readonly { word: string; meaning: string }[];
}

/** A Markdown document of the repository, as a component. */
declare module "*.md" {
  export { default } from "*.mdx";
}
