/**
 * What must come of people acting on one request one after another: the rules in fifty lines, without a database. The
 * actors of a play commit one after another too, so in the order of their commits each must have got this.
 */

/** What an actor of the play does. */
export interface Action {
  kind: "approve" | "reject" | "withdraw" | "edit" | "lose_role" | "change_policy" | "expire";
  /** Who decides, or loses the role. */
  person: string;
}

export interface ModelState {
  status: "pending" | "approved" | "rejected" | "withdrawn" | "expired";
  content: "first" | "second";
  /** Approvals that the request and the present policy ask for. */
  frozen: number;
  present: number;
  permitted: Set<string>;
  makers: Set<string>;
  approvals: Set<string>;
  decisions: number;
}

/** What is to happen to the state when the action commits; answers what the actor must have been told. */
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
