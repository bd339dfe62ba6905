import { success, unknownError } from "./answers.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = { token_valid: success("Token is valid"), breakdown: unknownError } as const;

export const verifyToken = declareClassic({
  name: "verifyToken",
  method: "POST",
  path: "/verifyToken",
  versions: ["v1"],
  scope: "read",
  tag: "Access",
  summary: "Verify a token",
  answers,
  breakdown: answers.breakdown,
  // A caller that gets here has shown a valid token.
  handle: async () => ({ answer: answers.token_valid }),
});
