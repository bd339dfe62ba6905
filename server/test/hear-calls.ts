/** Hears how calls that write what is known end. */
import type { Context } from "#lib/context";
import type { PreparedCall } from "#lib/db";

/**
 * Returns the context, and the results of its calls of one function: "written", what it missed, or the constraint that
 * refused it.
 */
export function hearCalls(ctx: Context, functionName: string): { ctx: Context; results: string[] } {
  const results: string[] = [];
  const once: Context["db"]["once"] = async <R extends object>(
    merchantId: string,
    prepare: () => Promise<PreparedCall | null>,
  ) => {
    let isHeard = false;
    const hear = async (): Promise<PreparedCall | null> => {
      const call = await prepare();
      isHeard = call?.text.includes(functionName) === true;
      return call;
    };
    try {
      const result = await ctx.db.once<R & { missed: string | null }>(merchantId, hear);
      if (isHeard) results.push(result!.missed ?? "written");
      return result;
    } catch (error) {
      const { constraint, message } = error as { constraint?: string; message: string };
      if (isHeard) results.push(constraint ?? message);
      throw error;
    }
  };
  return { ctx: { ...ctx, db: { ...ctx.db, once } }, results };
}
