// /dashboard alone: on to the environment that this browser worked in last, the sandbox at first.
import { Navigate } from "react-router";
import { lastEnvironment } from "./last-environment.ts";

export default function ChooseEnvironment() {
  return <Navigate to={`/dashboard/${lastEnvironment() ?? "sandbox"}`} replace />;
}
