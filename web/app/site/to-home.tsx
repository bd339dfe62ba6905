// Unknown addresses lead to the home page, which is a document of its own.
import { redirectDocument } from "react-router";

export function clientLoader(): never {
  throw redirectDocument("/");
}

export default function ToHome() {
  return null;
}
