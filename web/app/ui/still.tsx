// Shows HTML that was made at build time.

interface StillProps {
  name: string;
  html: string | undefined;
  as?: "article" | "div";
  className?: string;
}

export function Still({ name, html = "", as: Tag = "div", className }: StillProps) {
  return (
    <Tag
      className={className}
      data-still={name}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
