// Addresses that the server answers with the dashboard's page; which screen it is, the browser finds out.
const entryPaths = ["/login", "/signup", "/verify-email", "/reset-password", "/invitation", "/keep-factors"];

/** Whether a path, without a slash at its end, belongs to the dashboard. */
export function isDashboardPath(path: string): boolean {
  return path === "/dashboard" || path.startsWith("/dashboard/") || entryPaths.includes(path);
}
