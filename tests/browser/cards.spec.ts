import { paths } from "@/shared/paths";
import { expectNoOverflow, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

for (const [visit, width] of VISITS.flatMap((visit) => [390, 1280].map((width) => [visit, width] as const)))
  test(`a card names the level, the experience and the price as agreed, ${visit.locale}, ${width} px`, async ({
    open,
    insert,
  }) => {
    const teacher = await insert.teacher(
      {},
      { experienceTeaching: 12, qualifications: ["Profesor de fagot"] },
    );
    const title = `Fagot la ${visit.locale}, ${width}`;
    const listing = await insert.listing(teacher, {
      title,
      subject: "mu",
      county: "vs",
      levels: ["h", "pb", "pu"],
      price: 8000,
      sessionMinutes: 90,
    });
    const visitor = await open(visit, { viewport: { width, height: 844 } });
    const { page, t } = visitor;
    await visitor.go(paths.listings({ subject: "mu", county: "vs", level: "pu" }));
    const card = page.locator(".card", { hasText: title }).first();
    const levels = card.locator(".card__body > small");
    await expect(levels).toHaveText(`${t("general.levels.pu")}, ${t("general.levels.h")} +1`);
    await expect(card.locator(".card__teacher small")).toHaveText(
      `${t.count("general.card.experience", 12)} · Profesor de fagot`,
    );
    const hourly = t("general.card.hourly", { price: "≈ 53 lei" });
    await expect(card.locator(".card__price")).toContainText(/^80 lei \/ 90 min/);
    await expect(card.locator(".card__price")).toContainText(hourly);
    // On a phone place and price come first.
    const [place, price, level] = [
      await card.locator(".card__place").boundingBox(),
      await card.locator(".card__price").boundingBox(),
      await levels.boundingBox(),
    ];
    expect((level?.y ?? 0) > (price?.y ?? 0) && (level?.y ?? 0) > (place?.y ?? 0)).toBe(width < 768);
    await expectNoOverflow(page);

    await visitor.go(paths.listing(listing.id));
    const fullPrice = page.locator(width < 1024 ? ".action-bar .price" : "aside .price");
    await expect(fullPrice).toBeVisible();
    await expect(fullPrice).toContainText(/^80 lei \/ 90 min/);
    await expect(fullPrice).toContainText(hourly);
    await expectNoOverflow(page);
  });
