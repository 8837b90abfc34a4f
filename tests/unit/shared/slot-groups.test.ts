import generalEn from "@locales/general/en.json";
import generalRo from "@locales/general/ro.json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SLOTS, type Slot } from "@/shared/codes";
import { formatSlots, listWeekDays } from "@/shared/format-slot";
import { createTranslator } from "@/shared/i18n/translator";
import { fromSlotChoices, groupSlots, toSlotChoices } from "@/shared/slot-groups";

const en = createTranslator("en", { general: generalEn });
const ro = createTranslator("ro", { general: generalRo });
const listByPart = (part: string, days = "1234567") => [...days].map((day) => `${day}${part}` as Slot);
const anySlots = fc.subarray([...SLOTS]);

describe("labels of times of the week", () => {
  it.each<[Slot[], string, string]>([
    [["1e"], "Monday evening", "Luni seara"],
    [listByPart("e"), "Evenings", "Seara"],
    [listByPart("e", "12345"), "Weekday evenings", "Luni–vineri seara"],
    [[...listByPart("m", "67"), ...listByPart("a", "67"), ...listByPart("e", "67")], "Weekend", "Weekend"],
    [listByPart("a", "67"), "Weekend afternoons", "După-amiaza în weekend"],
    [["3m", "3a", "3e"], "Wednesday", "Miercuri"],
    [[...SLOTS], "Weekend, weekdays", "Weekend, luni–vineri"],
    [[...listByPart("e"), "6m"], "Evenings, Saturday morning", "Seara, sâmbătă dimineața"],
    [[...listByPart("e"), "6m", "6a", "7m", "7a"], "Weekend, weekday evenings", "Weekend, luni–vineri seara"],
    [[], "", ""],
  ])("%j", (slots, english, romanian) => {
    expect(formatSlots(en, slots)).toBe(english);
    expect(formatSlots(ro, slots)).toBe(romanian);
  });
});

describe("groupSlots", () => {
  it("names each time exactly once", () => {
    fc.assert(
      fc.property(anySlots, (slots) => {
        expect(
          groupSlots(slots)
            .flatMap((group) => group.slots)
            .sort(),
        ).toEqual([...slots].sort());
      }),
    );
  });
});

describe("values of the filter form", () => {
  it("name the same times, and complete choices in one value", () => {
    expect(toSlotChoices([...listByPart("e", "12345"), "6m"])).toEqual(["weekday_evenings", "6m"]);
    fc.assert(
      fc.property(anySlots, (slots) => {
        expect(fromSlotChoices(toSlotChoices(slots))).toEqual(slots);
      }),
    );
  });

  it("are read in any order, without unknown ones", () => {
    expect(fromSlotChoices(["7e", "weekday_mornings", "1m", "weekdays", "9x", ""])).toEqual([
      ...listByPart("m", "12345"),
      "7e",
    ]);
  });
});

it("a week begins on Sunday in American English and on Monday in Romanian", () => {
  expect(listWeekDays("en").join("")).toBe("7123456");
  expect(listWeekDays("ro").join("")).toBe("1234567");
});
