// /dashboard: redirects to the environment that this browser used last, or to the sandbox.
import { Navigate } from "react-router";
import { lastEnvironment } from "./last-environment.ts";

export default function ChooseEnvironment() {
  return <Navigate to={`/dashboard/${lastEnvironment() ?? "sandbox"}`} replace />;
}
