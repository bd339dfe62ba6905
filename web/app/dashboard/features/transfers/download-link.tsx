// A link that the browser saves as a file.
import type { ReactNode } from "react";
import { buttonClass } from "#dashboard/ui/button.tsx";
import { Icon } from "#dashboard/ui/icon.tsx";

interface DownloadLinkProps {
  address: string;
  size?: "md" | "sm";
  children: ReactNode;
}

export function DownloadLink({ address, size = "sm", children }: DownloadLinkProps) {
  return (
    <a href={address} download className={buttonClass("secondary", size)}>
      <Icon name="download" size={16} />
      {children}
    </a>
  );
}
