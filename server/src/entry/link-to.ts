import type { Context } from "#lib/context";

/**
 * Returns the address of one of our pages that a ticket opens. The ticket is behind the #, where no server, proxy or
 * log sees it.
 */
export function linkTo(
  { config }: Pick<Context, "config">,
  page: "verify-email" | "reset-password" | "invitation" | "keep-factors",
  ticket: string,
): string {
  return `${config.publicUrl ?? `http://localhost:${config.port}`}/${page}#${ticket}`;
}
