import { COUNTY_CODES, type County } from "@/shared/codes";
import { createCountyMap, MAP_SIZE, MAP_WIDTHS } from "@/shared/county-map";
import { ID_PATTERN } from "@/shared/ids";
import { parseVersion } from "@/shared/numbers";
import { type FormValues, toListingInput } from "@/shared/schemas/listing";

/** The submitted listing form. */
export type SubmittedListingForm = {
  id: string;
  /** The version that the user saw; -1 if the form has none. */
  version: number;
  /** `submit`, `draft`, `keep` (the published text), `show` (the form again), or the value of a picture's button. */
  intent: string;
  values: FormValues;
  /** Pictures in the form's order: ids, `at:{name}` for those stored by path, and `new:{n}` for its files. */
  order: string[];
  files: File[];
};

/** A form's fields by their names. */
type Fields = {
  text(name: string): string;
  decimal(name: string): string;
  all(name: string): string[];
  files(name: string): File[];
  values(): FormValues;
};

/** `newId` is used when the form has no valid id. */
export function parseListingForm(form: Fields, newId: () => string): SubmittedListingForm {
  const id = form.text("id");
  const point = parseMapPoint(form);
  return {
    id: ID_PATTERN.test(id) ? id : newId(),
    version: parseVersion(form.text("version")),
    intent: point ? "show" : form.text("intent"),
    values: { ...form.values(), price: [form.decimal("price")], ...point },
    order: form.all("picture"),
    files: form.files("pictures"),
  };
}

/** The form as input of `createListing` and `editListing`. */
export const toSaveInput = ({ id, intent, values }: SubmittedListingForm) => ({
  id,
  submit: intent !== "draft",
  listing: toListingInput(values),
});

/**
 * The point's two fields from a click on the map; null without a click. Without JavaScript the map is an image button,
 * which submits the clicked position in CSS pixels. A keyboard submits 0,0, which changes nothing.
 */
function parseMapPoint(form: Fields): FormValues | null {
  const width = MAP_WIDTHS.find((mapWidth) => form.text(`map.${mapWidth}.x`) !== "");
  if (width === undefined) return null;
  const [x, y] = ["x", "y"].map((axis) => Number(form.text(`map.${width}.${axis}`))) as [number, number];
  const county = form.text("map.county") as County;
  if (!(x + y > 0) || !COUNTY_CODES.includes(county)) return {};
  const scale = MAP_SIZE.width / width;
  const { latitude, longitude } = createCountyMap(county).toPoint({ x: x * scale, y: y * scale });
  return { "point.latitude": [String(latitude)], "point.longitude": [String(longitude)] };
}
