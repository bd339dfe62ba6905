// Replaces a screen or a part of it that failed to render. The rest of the page keeps working.
import { Component } from "react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { ChunkLoadError } from "#ui/load-chunk.ts";
import { ErrorBox } from "./error-box.tsx";
import { PageHeader } from "./page-header.tsx";
import { useTexts } from "./texts.ts";

/** The error boundary of a route: `export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx"`. */
export function ScreenFailure({ error }: { error: unknown }) {
  const t = useTexts();
  const title = error instanceof ChunkLoadError ? t("screenDidNotLoad") : t("screenBroke");
  return (
    <>
      <PageHeader title={title} />
      <ErrorBox error={error} onRetry={() => window.location.reload()} />
    </>
  );
}

interface Held {
  error: unknown;
}

class Boundary extends Component<{ children: ReactNode }, Held> {
  override state: Held = { error: undefined };

  static getDerivedStateFromError(error: unknown): Held {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <ErrorBox error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}

/** Use this around a part of a screen that can fail alone. */
export function Widget({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary key={key}>{children}</Boundary>;
}
