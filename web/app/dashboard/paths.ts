// The addresses that the server answers with the dashboard's page. The browser then chooses the screen.
const entryPaths = [
  ...["/login", "/sign-on", "/signup", "/verify-email", "/reset-password", "/invitation", "/keep-factors"],
];

/** True if a path, without a slash at its end, belongs to the dashboard. */
export function isDashboardPath(path: string): boolean {
  return path === "/dashboard" || path.startsWith("/dashboard/") || entryPaths.includes(path);
}
