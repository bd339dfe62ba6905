import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { useNavigate } from "react-router";
import { Icon } from "../icon.tsx";
import type { IconName } from "../icon.tsx";

const item =
  "flex min-h-9 cursor-default items-center gap-2.5 rounded-field px-2.5 text-14 outline-none select-none " +
  "data-highlighted:bg-sunken data-disabled:opacity-55 pointer-coarse:min-h-11";

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
}

/** The menu is mounted when it is first opened, so it is open at the start. */
export function OpenMenu({ trigger, align = "end", children }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-40 outline-none" sideOffset={6} align={align} collisionPadding={8}>
          <Base.Popup className="overlay-popup min-w-52 p-1">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  icon?: IconName;
  /** Keys with the same effect, such as "c". */
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, keys, danger, disabled, onChoose, children }: MenuItemProps) {
  return (
    <Base.Item
      className={`${item} ${danger ? "text-bad" : ""}`}
      disabled={Boolean(disabled)}
      onClick={onChoose}
    >
      {icon && <Icon name={icon} size={16} />}
      <span className="flex-1">{children}</span>
      {keys && <kbd className="key">{keys}</kbd>}
    </Base.Item>
  );
}

interface MenuLinkProps {
  to: string;
  icon?: IconName;
  children: ReactNode;
}

/** Opens another screen. An address outside the dashboard opens in a new tab. */
export function MenuLink({ to, icon, children }: MenuLinkProps) {
  const navigate = useNavigate();
  const isInside = to.startsWith("/dashboard");
  return (
    <Base.LinkItem
      className={item}
      href={to}
      closeOnClick
      {...(isInside ? {} : { target: "_blank", rel: "noreferrer" })}
      onClick={(event) => {
        if (!isInside || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        void navigate(to);
      }}
    >
      {icon && <Icon name={icon} size={16} />}
      <span className="flex-1">{children}</span>
      {!isInside && <Icon name="external" size={14} className="text-ink-3" />}
    </Base.LinkItem>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { id: Value; label: string }[];
  onChoose: (value: Value) => void;
}

/** One of several choices. The chosen one is ticked. */
export function MenuChoice<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: MenuChoiceProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(chosen) => onChoose(chosen as Value)}>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-12 text-ink-3">{label}</Base.GroupLabel>
      {choices.map((choice) => (
        <Base.RadioItem key={choice.id} value={choice.id} className={item} closeOnClick={false}>
          <span className="size-4">
            <Base.RadioItemIndicator>
              <Icon name="check" size={16} />
            </Base.RadioItemIndicator>
          </span>
          {choice.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

interface MenuCheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** Any number of choices. The menu stays open. */
export function MenuCheck({ checked, onChange, children }: MenuCheckProps) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} closeOnClick={false} className={item}>
      <span className="size-4">
        <Base.CheckboxItemIndicator>
          <Icon name="check" size={16} />
        </Base.CheckboxItemIndicator>
      </span>
      {children}
    </Base.CheckboxItem>
  );
}

export function MenuLine() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}

export function MenuNote({ children }: { children: ReactNode }) {
  return <div className="px-2.5 py-2 text-13 text-ink-2">{children}</div>;
}
