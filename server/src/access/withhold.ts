/** What of a grant waits until others agree. */
import type { Mode } from "./credentials.ts";
import type { Granted } from "./member.ts";
import { POWERS, type Grant, type Permission } from "./permissions.ts";

/** Grants of which a part is not given yet, by environment, whole; none where nothing waits. */
export type Withheld = Partial<Readonly<Record<Mode, Granted>>>;

type ByMode<T> = Readonly<Record<Mode, T>>;

/**
 * What is given at once of what is wanted, and what waits: in the environments named, powers that are not held already.
 */
export function withhold(
  wanted: ByMode<Granted>,
  held: ByMode<{ readonly permissions: readonly Permission[] }>,
  modes: readonly Mode[],
): { now: ByMode<Granted>; withheld: Withheld } {
  const now = { ...wanted };
  const withheld: { -readonly [mode in Mode]?: Granted } = {};
  for (const mode of modes) {
    const permissions = withoutPowers(wanted[mode].permissions, held[mode].permissions);
    if (permissions.length === wanted[mode].permissions.length) continue;
    now[mode] = { permissions, roleId: null };
    withheld[mode] = wanted[mode];
  }
  return { now, withheld };
}

/** What was worked out as a grant again. */
export const toGrant = ({ permissions, roleId }: Granted): Grant =>
  roleId === null ? { permissions } : { roleId };

/** Permissions without the powers that are not held. */
export function withoutPowers(wanted: readonly Permission[], held: readonly Permission[]): Permission[] {
  return wanted.filter((permission) => held.includes(permission) || !POWERS.has(permission));
}
