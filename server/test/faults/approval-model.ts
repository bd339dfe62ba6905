/**
 * The expected results of people who act on one request one after another: the rules in fifty lines, without a
 * database. The actors of a play also commit one after another, so in the order of their commits each must have had
 * this result.
 */

/** The action of an actor in the play. */
export interface Action {
  kind: "approve" | "reject" | "withdraw" | "edit" | "lose_role" | "change_policy" | "expire";
  /** The member who decides, or loses the role. */
  person: string;
}

export interface ModelState {
  status: "pending" | "approved" | "rejected" | "withdrawn" | "expired";
  content: "first" | "second";
  /** The approvals that the request and the current policy require. */
  frozen: number;
  present: number;
  permitted: Set<string>;
  makers: Set<string>;
  approvals: Set<string>;
  decisions: number;
}

/** Applies an action to the state when it commits; returns the answer that the actor must have received. */
export function apply(
  state: ModelState,
  action: Action,
  { late, changedTo }: { late: boolean; changedTo: number },
): string {
  switch (action.kind) {
    case "lose_role":
      state.permitted.delete(action.person);
      return "done";
    case "change_policy":
      state.present = changedTo;
      return "done";
    default:
  }
  if (state.status !== "pending") return "already_ended";
  switch (action.kind) {
    case "withdraw":
      return (state.status = "withdrawn");
    case "expire":
      return (state.status = "expired");
    case "edit":
      state.content = "second";
      state.approvals.clear();
      state.frozen = state.present;
      return "revised";
    default:
  }
  if (late) return "expired";
  if (state.content !== "first") return "content_changed";
  if (state.makers.has(action.person)) return "own_request";
  if (!state.permitted.has(action.person)) return "not_permitted";
  state.decisions += 1;
  if (action.kind === "reject") return (state.status = "rejected");
  state.approvals.add(action.person);
  const counted = [...state.approvals].filter((person) => state.permitted.has(person));
  if (counted.length < Math.max(state.frozen, state.present)) return "pending";
  return (state.status = "approved");
}
