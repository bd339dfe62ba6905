// Buttons. Each screen has one primary button. A disabled button says why (shell/can.tsx).
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link } from "react-router";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

const looks: Record<ButtonLook, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-hover aria-disabled:hover:bg-primary",
  secondary: "border border-control bg-surface text-ink hover:bg-sunken aria-disabled:hover:bg-surface",
  quiet: "text-ink-2 hover:bg-sunken hover:text-ink aria-disabled:hover:bg-transparent",
  danger: "border border-bad bg-surface text-bad hover:bg-bad-bg aria-disabled:hover:bg-surface",
};

const shape =
  "inline-flex items-center justify-center gap-1.5 rounded-field font-semibold whitespace-nowrap select-none " +
  "transition-colors duration-[80ms] ease-bahi aria-disabled:cursor-not-allowed aria-disabled:opacity-55";

const sizes = {
  md: "min-h-9 px-3.5 text-14 pointer-coarse:min-h-11",
  sm: "min-h-7 px-2 text-13 pointer-coarse:min-h-11",
  money: "min-h-11 px-5 text-14",
};

/** Returns the classes of a button, for an element that a component of Base UI renders. */
export function buttonClass(look: ButtonLook = "secondary", size: keyof typeof sizes = "md"): string {
  return `${shape} ${sizes[size]} ${looks[look]}`;
}

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  look?: ButtonLook;
  /** `money` is for buttons that move money, which are never smaller than a thumb. */
  size?: keyof typeof sizes;
  icon?: IconName;
  /** The call is in progress: the button stays in place, and a second click does nothing. */
  busy?: boolean;
  /** A disabled button can still have the focus, so that its reason can be read. */
  disabled?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

export function Button({
  look,
  size,
  icon,
  busy,
  disabled,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const idle = Boolean(busy || disabled);
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={idle || undefined}
      aria-busy={busy || undefined}
      onClick={idle ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass(look, size)} ${className ?? ""}`}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

interface ButtonLinkProps {
  to: string;
  look?: ButtonLook;
  size?: keyof typeof sizes;
  icon?: IconName;
  className?: string;
  /** A disabled link leads nowhere but can still have the focus, so that its reason can be read. */
  disabled?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  children: ReactNode;
}

export function ButtonLink({
  to,
  look,
  size,
  icon,
  className,
  disabled,
  children,
  ...rest
}: ButtonLinkProps) {
  const looks = { ...rest, className: `${buttonClass(look, size)} ${className ?? ""}` };
  const inside = (
    <>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </>
  );
  if (!disabled)
    return (
      <Link {...looks} to={to}>
        {inside}
      </Link>
    );
  return (
    <a {...looks} role="link" aria-disabled="true" tabIndex={0}>
      {inside}
    </a>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "icon" | "look" | "size"> {
  icon: IconName;
  /** The action of the button in words. */
  label: string;
}

/** A button without visible words. They are its name and its tooltip. */
export function IconButton({ icon, label, className, disabled, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      {...rest}
      className={`inline-grid size-9 shrink-0 place-items-center rounded-field text-ink-2 hover:bg-sunken hover:text-ink aria-disabled:opacity-55 pointer-coarse:size-11 ${className ?? ""}`}
    >
      <Icon name={icon} size={18} />
    </button>
  );
}
