// /dashboard/{environment}: redirects to the first screen of the navigation.
import { Navigate } from "react-router";
import { navOf } from "./nav.ts";
import { useSession, useTo } from "./session.tsx";

export default function FirstScreen() {
  const { environment } = useSession();
  const to = useTo();
  const first = navOf(environment)[0]?.entries[0];
  return first ? <Navigate to={to(first.path)} replace /> : null;
}
