import { expect, it } from "vitest";
import { COUNTY_CODES } from "@/shared/codes";
import { MAP_SIZE, POINT_RADIUS } from "@/shared/county-map";
import { app, expectStatus } from "../../helpers/app";

it("GET /maps/{file} draws every county, the same for all visitors, with its seat's name clear of a point in the seat", async () => {
  for (const code of COUNTY_CODES) {
    const answer = await app.get(`/maps/${code}.svg`);
    expect(answer.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
    const svg = await answer.text();
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 480 400"/);
    expect(svg).not.toContain("NaN");
    const [, seatY] = svg.match(/<circle class="seat" cx="[^"]+" cy="([^"]+)"/) ?? [];
    const [, nameY] = svg.match(/<text class="name" x="[^"]+" y="([^"]+)"/) ?? [];
    const [seat, name] = [Number(seatY), Number(nameY)];
    // A letter reaches about 11 above the baseline and 4 below it.
    const apart = name < seat ? seat - (name + 4) : name - 11 - seat;
    expect([code, apart >= POINT_RADIUS]).toEqual([code, true]);
    expect([code, name > 11 && name < MAP_SIZE.height - 4]).toEqual([code, true]);
  }
  await expectStatus(app.get("/maps/xx.svg"), 404);
});
