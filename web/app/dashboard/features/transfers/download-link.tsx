// A link that the browser saves as a file.
import type { ReactNode } from "react";
import { Button, buttonClass } from "#dashboard/ui/button.tsx";
import { Icon } from "#dashboard/ui/icon.tsx";

interface DownloadLinkProps {
  address: string;
  size?: "md" | "sm";
  disabled?: boolean;
  "aria-describedby"?: string;
  children: ReactNode;
}

export function DownloadLink({ address, size = "sm", disabled, children, ...rest }: DownloadLinkProps) {
  if (disabled) {
    return (
      <Button {...rest} size={size} icon="download" disabled>
        {children}
      </Button>
    );
  }
  return (
    <a href={address} download className={buttonClass("secondary", size)}>
      <Icon name="download" size={16} />
      {children}
    </a>
  );
}
