/** When work of a merchant becomes due, as a module declares it beside that work. */

/** One kind of moments. */
export interface Moments {
  /** SQL of the moments, as `at`; $1 is the merchant. */
  readonly at: string;
  /** It is asking or trying once more, at moments that matter to no one: several may be one. */
  readonly repeats?: true;
}

/** By the name under which what is due is counted. */
export type MomentsByKind = Readonly<Record<string, Moments>>;

/** The moments that stand in a column of a merchant's rows, of those that fit a condition. */
export const momentsIn = (table: string, column = "due_at", condition = "true"): Moments => ({
  at: `select ${column} as at
    from ${table}
    where merchant_id = $1
      and ${column} is not null
      and ${condition}`,
});

/** The same of what is only asked or tried once more. */
export const repeatsIn = (table: string, condition?: string): Moments => ({
  ...momentsIn(table, "due_at", condition),
  repeats: true,
});
