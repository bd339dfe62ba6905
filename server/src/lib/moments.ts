/** The moments at which work of a merchant becomes due; a module declares them beside that work. */

export interface Moments {
  /** SQL that selects the moments as `at`; $1 is the merchant. */
  readonly at: string;
  /** True for polls and retries, whose exact moments do not matter: several may become one. */
  readonly repeats?: true;
}

/** Moments by the name under which due work is counted. */
export type MomentsByKind = Readonly<Record<string, Moments>>;

/** Returns the moments in a column of those of a merchant's rows that meet a condition. */
export const momentsIn = (table: string, column = "due_at", condition = "true"): Moments => ({
  at: `select ${column} as at
    from ${table}
    where merchant_id = $1
      and ${column} is not null
      and ${condition}`,
});

/** Returns the same for polls and retries. */
export const repeatsIn = (table: string, condition?: string): Moments => ({
  ...momentsIn(table, "due_at", condition),
  repeats: true,
});
