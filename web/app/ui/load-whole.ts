// Pages of the site and the documentation are HTML with a small script (start-page.ts), without the router. If the
// dashboard's router is asked for one, it lets the browser load the page.
import { redirectDocument } from "react-router";

export function loadWhole({ request }: { request: Request }): never {
  const { pathname, search, hash } = new URL(request.url);
  throw redirectDocument(pathname + search + hash);
}
