import { DAY_PARTS, type Slot } from "@/shared/codes";
import { formatSlots, listWeekDays } from "@/shared/format-slot";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";

/** The times of a week at which lessons are possible: a picture of the week, and its text for screen readers. */
export function AvailabilityGrid({ slots }: { slots: readonly Slot[] }) {
  return <MemoisedMarkup deps={["availability", slots]}>{() => <Week slots={slots} />}</MemoisedMarkup>;
}

function Week({ slots }: { slots: readonly Slot[] }) {
  const { t, locale } = usePage();
  const days = listWeekDays(locale);
  return (
    <>
      <p className="visually-hidden">{formatSlots(t, slots)}</p>
      <table className="availability" aria-hidden="true">
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day}>{t(`general.daysShort.${day}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAY_PARTS.map((part) => (
            <tr key={part}>
              <th>{t(`general.dayParts.${part}`)}</th>
              {days.map((day) =>
                slots.includes(`${day}${part}`) ? (
                  <td key={day} className="availability__free">
                    ✓
                  </td>
                ) : (
                  <td key={day} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted small">{t("public-pages.listing.details.hours")}</p>
    </>
  );
}
