// Says that there are new rows. They stay hidden until the user asks for them, so that nothing moves under the pointer.
import { useTexts } from "../texts.ts";

export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useTexts();
  return (
    <div role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="w-full border-b border-line bg-info-bg px-4 py-2 text-left text-13 font-semibold text-info hover:underline"
        >
          {t("newRows", { count })}
        </button>
      )}
    </div>
  );
}
