// The bare path leads to the introduction. The server redirects it; this is for the dashboard's router.
import { redirectDocument } from "react-router";

export function clientLoader(): never {
  throw redirectDocument("/payout/introduction");
}

export default function ToIntroduction() {
  return null;
}
